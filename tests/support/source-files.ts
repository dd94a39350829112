import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import ts from 'typescript'

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The folders of program text, in the order of the arrows between them. */
export const FOLDERS = ['domain', 'commands', 'projections', 'api', 'web', 'scripts', 'tests'] as const

/** Every file of program text, by its path from the root. */
export const sourceFiles: readonly string[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
)

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** An import by a name of the root's own (`#domain/...`), or beside its file. */
const isOwn = (name: string) => /^[#.]/.test(name)
const pathOf = (file: string, name: string) => (name.startsWith('#') ? name.slice(1) : join(dirname(file), name))

/** What a file imports: paths from the root, and packages by the names they are imported by. */
type Imports = { readonly files: string[]; readonly packages: string[] }

const known = new Map<string, Imports>()

/** What a file imports, lazily or not. */
export function importsOf(file: string): Imports {
  const before = known.get(file)
  if (before !== undefined) return before
  const names = ts.preProcessFile(textOf(file), true, true).importedFiles.map(({ fileName }) => fileName)
  const imports = {
    files: names.filter(isOwn).map((name) => normalize(pathOf(file, name))),
    packages: names.filter((name) => !isOwn(name)),
  }
  known.set(file, imports)
  return imports
}
