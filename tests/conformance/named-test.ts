import ts from 'typescript'
import { textOf } from '#tests/support/source-files.ts'

/** A test by its title, and all that it says: its texts and numbers, and those of what it uses of its file. No comments. */
type NamedTest = { readonly title: string; readonly says: string }
type Declared = ReadonlyMap<string, ts.Node>

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
const unescaped = (pattern: string) => pattern.replaceAll(/\\([^\w])/g, '$1')

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !/^(test|describe)\b/.test(node.expression.getText())) return undefined
  const [first] = node.arguments
  return first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined
}

/** The text of a node that is one. */
function textIn(node: ts.Node): string | undefined {
  if (ts.isRegularExpressionLiteral(node)) return unescaped(node.text)
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return node.text
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isJsxText(node) ? node.text : undefined
}

/** What a node says, and whatever of its file it names; `used` keeps what was read already. */
function saidIn(node: ts.Node, declared: Declared, used: Set<string>): readonly string[] {
  const text = textIn(node)
  if (text !== undefined) return [text]
  if (ts.isIdentifier(node)) {
    const found = declared.get(node.text)
    if (found === undefined || used.has(node.text)) return []
    used.add(node.text)
    return saidIn(found, declared, used)
  }
  const name = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) ? [node.name.text] : []
  const parts: string[] = []
  ts.forEachChild(node, (child) => void parts.push(...saidIn(child, declared, used)))
  return [...name, ...parts]
}

/** What a file declares at its top, by name: the tables and the steps of its tests. */
function declaredIn(source: ts.SourceFile): Declared {
  const declared = new Map<string, ts.Node>()
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
      declared.set(statement.name.text, statement)
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) declared.set(name.text, initializer)
  }
  return declared
}

const known = new Map<string, readonly NamedTest[]>()

function testsOf(file: string): readonly NamedTest[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
  const declared = declaredIn(source)
  const tests: NamedTest[] = []
  const visit = (node: ts.Node) => {
    const title = titleOf(node)
    if (title !== undefined) tests.push({ title, says: inOneLine(saidIn(node, declared, new Set()).join(' \n ')) })
    ts.forEachChild(node, visit)
  }
  visit(source)
  known.set(file, tests)
  return tests
}

/** What the test of a file that has this title says (of a table of tests: all of them); undefined when there is none. */
export const saidByTest = (file: string, title: string): string | undefined =>
  testsOf(file).find((one) => inOneLine(one.title) === inOneLine(title))?.says
