import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'

const WEB = join(import.meta.dirname, '..', '..', 'web')
const FRAME = join(WEB, 'shell/signed-in-frame.tsx')
const GRID = join(WEB, 'ui/data-grid/grid-table.tsx')
const CHART = join(WEB, 'ui/chart/chart-canvas.tsx')
const BILL = join(WEB, 'features/money/transactions/transaction-record.tsx')

/** A screen of a room's list whose address stands there as it is; `address` is a regular expression. */
export type Screen = { readonly address: string; readonly file: string; readonly isPublic: boolean }

/** The files of a screen beyond the entry (and the shell): what it needs at once, and what it may fetch later. */
export type OfScreen = { readonly now: readonly string[]; readonly later: readonly string[] }

/** Which files of a build are fetched for what; screens by their file in `web`. Kept beside Vite's manifest. */
export type Fetched = {
  readonly entry: readonly string[]
  readonly shell: readonly string[]
  /** Its own file first. */
  readonly grid: readonly string[]
  readonly chart: readonly string[]
  /** A bill with its acts, as lists of bills open it. */
  readonly bills: readonly string[]
  readonly screens: Readonly<Record<string, OfScreen>>
}

export const FETCHED = '.vite/fetched.json'

/** How the bundler shows the graph of modules. */
export type Graph = (id: string) => {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
} | null

/** The screens in the text of a room's list (`screens.ts`). */
export function screensOf(code: string, id: string): Screen[] {
  const lists = code.split(/^export const (?=\w+Screens: )/m).slice(1)
  return lists.flatMap((list) =>
    [...list.matchAll(/path: '(\/[^']*)'[^}]*?load: \(\) => import\('([^']+)'\)/g)].map(([, path = '', from = '']) => ({
      address: addressOf(path),
      file: join(dirname(id), from),
      isPublic: /^\w+PublicScreens/.test(list),
    })),
  )
}

/** `/billings/:coeId?` is `^/billings(/[^/]+)?/?$`. */
const addressOf = (path: string): string =>
  `^${path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}${path === '/' ? '' : '/?'}$`

/** What a build fetches for each screen. A file holds many modules: what a screen fetches later is asked of its own. */
export function fetchedOf(
  outputs: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  screens: readonly Screen[],
  graph: Graph,
): Fetched {
  const chunks = outputs.filter((one) => one.type === 'chunk')
  refuseCircles(chunks)
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk.fileName])))
  const withImports = (modules: Iterable<string>): Set<string> => {
    const files = new Set<string>()
    const add = (file: string | undefined) => {
      if (file === undefined || files.has(file)) return
      files.add(file)
      for (const next of byName.get(file)?.imports ?? []) add(next)
    }
    for (const module of modules) add(byModule.get(module))
    return files
  }
  const main = chunks.find(({ isEntry }) => isEntry)
  // The page itself, with the styles in it.
  const pages = outputs.map(({ fileName }) => fileName).filter((name) => name.endsWith('.html'))
  const entry = [...(main === undefined ? [] : [main.fileName, ...main.imports]), ...pages]
  const beyond = (files: Iterable<string>, ...before: readonly (readonly string[])[]) =>
    [...files].filter((file) => !before.some((one) => one.includes(file)))
  const shell = beyond(withImports([FRAME]), entry)
  return {
    entry,
    shell,
    grid: beyond(withImports([GRID]), entry, shell),
    chart: beyond(withImports([CHART]), entry, shell),
    bills: beyond([byModule.get(BILL) ?? []].flat(), entry, shell),
    screens: Object.fromEntries(
      screens.map(({ file, isPublic }) => {
        const before = isPublic ? entry : [...entry, ...shell]
        const now = beyond(withImports([file]), before)
        return [file.slice(WEB.length + 1), { now, later: beyond(withImports(laterModules(file, graph)), before, now) }]
      }),
    ),
  }
}

/** Files that need one another may run before what they need is there: such a build is none. */
function refuseCircles(chunks: readonly Rolldown.OutputChunk[]): void {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) throw new Error(`Files of the build need one another: ${[...way, file].join(' -> ')}`)
    if (done.has(file)) return
    for (const next of byName.get(file)?.imports ?? []) visit(next, [...way, file])
    done.add(file)
  }
  for (const { fileName } of chunks) visit(fileName, [])
}

/** What the web's own files behind a module import when it is needed. */
function laterModules(from: string, graph: Graph): ReadonlySet<string> {
  const [seen, later] = [new Set<string>(), new Set<string>()]
  const visit = (id: string) => {
    if (seen.has(id) || !id.startsWith(WEB)) return
    seen.add(id)
    const info = graph(id)
    for (const next of info?.importedIds ?? []) visit(next)
    for (const next of info?.dynamicallyImportedIds ?? []) {
      later.add(next)
      visit(next)
    }
  }
  visit(from)
  return later
}
