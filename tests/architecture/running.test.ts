import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { PARTS } from '#api/running/parts.ts'
import { ROOT, sourceFiles, textOf } from '#tests/support/source-files.ts'

const SYSTEM = 'api/system.ts'

function calls(source: ts.SourceFile): ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
const parse = (file: string) => ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)

test('every part on the list is supervised, once, and nothing else is', () => {
  const server = sourceFiles.filter((file) => /^(api|commands|projections)\//.test(file))
  const naming = server.filter((file) => /\b(supervise|every)[(<]/.test(textOf(file)))
  const supervised = naming.flatMap((file) =>
    calls(parse(file)).flatMap(({ expression, arguments: [name] }) =>
      /^(supervise|every)$/.test(expression.getText()) && name !== undefined && ts.isStringLiteral(name)
        ? [name.text]
        : [],
    ),
  )
  expect(supervised.sort()).toEqual(Object.keys(PARTS).sort())
})

// The types of all that the system imports are looked at: seconds of work, and minutes on a busy machine.
test('the system starts nothing that nobody waits for, but what is supervised', { timeout: 600_000 }, () => {
  const path = join(ROOT, SYSTEM)
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const program = ts.createProgram([path], { ...options, noEmit: true })
  const source = program.getSourceFile(path)
  if (source === undefined) throw new Error('No system')
  const checker = program.getTypeChecker()
  const isPromise = (node: ts.Node) => checker.getTypeAtLocation(node).getProperty('then') !== undefined
  const isDropped = ({ parent }: ts.Node): boolean =>
    ts.isExpressionStatement(parent) || ts.isVoidExpression(parent) || isPushed(parent)
  /** Kept in a list, or given a `catch`, to be forgotten there. */
  const isPushed = (parent: ts.Node) =>
    ts.isCallExpression(parent) && /\.(push|add)$/.test(parent.expression.getText(source))
  const found = calls(source)
  expect(found.filter(isPromise).length).toBeGreaterThan(10)
  expect(found.filter((call) => isPromise(call) && isDropped(call)).map((call) => call.getText(source))).toEqual([])
})

test('nothing repeats by itself beside what is supervised', () => {
  // Only while somebody sends or waits for an answer, or a connection stands, and ended with it.
  const allowed = [
    'api/limits/half-sent.ts',
    'api/report/cut-stalled.ts',
    'commands/silent-holder.ts',
    'projections/caught-up.ts',
  ]
  const server = sourceFiles.filter((file) => /^(api|commands|projections)\//.test(file))
  expect(server.filter((file) => /\bsetInterval\(/.test(textOf(file))).sort()).toEqual(allowed)
})
