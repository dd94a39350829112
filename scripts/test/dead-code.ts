import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDERS = ['domain', 'commands', 'projections', 'api', 'web', 'scripts', 'tests']

/** Files that are entered from outside: by a person, by npm, by a tool or by the browser. */
const isEntry = (file: string) =>
  /^[^/]+\.config\.ts$/.test(file) ||
  /^scripts\/[^/]+\.(ts|mjs)$/.test(file) ||
  /\.test\.tsx?$/.test(file) ||
  [
    'web/main.tsx',
    'tests/support/global-setup.ts',
    'tests/support/left-open.ts',
    'scripts/test/dead-code.ts',
    'scripts/drill/stepped-clock.mjs',
    'api/health/own-thread.mjs',
    'scripts/bundle/verify-bundle.mjs',
  ].includes(file)

/** Programs that tests, or people, start by their path. */
const STARTED = /^tests\/.*-(program|process)\.(ts|mjs)$/

const paths = [
  ...readdirSync(ROOT).filter((name) => /\.ts$/.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ),
]
const texts = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))

/** Node's own names for what it asks the hooks of a loader. */
const HOOKS = ['initialize', 'resolve', 'load']

/** Files that no entry leads to, over any way of importing. */
function unreachable(): string[] {
  const reached = new Set(paths.filter((path) => isEntry(path) || STARTED.test(path)))
  for (const path of reached) {
    for (const { fileName } of ts.preProcessFile(texts.get(path) ?? '', true, true).importedFiles) {
      // By a name of the root's own (`#domain/...`), or beside the file.
      const target = fileName.startsWith('#') ? fileName.slice(1) : normalize(join(dirname(path), fileName))
      if (/^[#.]/.test(fileName) && texts.has(target)) reached.add(target)
    }
  }
  return paths.filter((path) => !reached.has(path))
}

/** The names that a file's top level exports, one per declaration. */
function exportedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const kinds = ts.canHaveModifiers(statement) ? ts.getModifiers(statement)?.map(({ kind }) => kind) : undefined
    // A default is what its file is for: it is used when the file is imported.
    if (!kinds?.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
    const isNamed = ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    return isNamed && statement.name !== undefined ? [statement.name.text] : []
  })
}

/** Exports whose names nothing says but their own declaration. A name said anywhere else counts as used. */
function unsaid(): string[] {
  const said = new Map<string, number>()
  const exported: { path: string; name: string; declared: number }[] = []
  for (const [path, text] of texts) {
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
    const count = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) said.set(node.text, (said.get(node.text) ?? 0) + 1)
      ts.forEachChild(node, count)
    }
    count(source)
    const names = exportedNames(source)
    // A schema and its type share a name: two declarations, and neither is a use.
    for (const name of new Set(names)) exported.push({ path, name, declared: names.filter((n) => n === name).length })
  }
  return exported
    .filter(({ name, declared }) => (said.get(name) ?? 0) <= declared && !HOOKS.includes(name))
    .map(({ path, name }) => `${path}: ${name}`)
}

const [files, names] = [unreachable(), unsaid()]
for (const file of files) console.log(`Nothing imports ${file}`)
for (const name of names) console.log(`Nothing uses ${name}`)
process.exitCode = files.length + names.length > 0 ? 1 : 0
