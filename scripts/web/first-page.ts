import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { FETCHED, type Fetched, fetchedOf, type Graph, type Screen, screensOf } from './fetched.ts'

const WEB = join(import.meta.dirname, '..', '..', 'web')
const SIGN_IN = '^/login/?$'

/** What every page behind a session asks first (web/shell/session-queries.ts). */
const ASKS = ['/api/users/profile', '/api/uimenu']

/** What first.js gets: `files` are named once, and by their place in that list from then on. */
type Page = {
  readonly files: readonly string[]
  readonly screens: readonly PageScreen[]
  readonly signIn: PageScreen
  readonly asks: readonly string[]
}
type PageScreen = {
  readonly address: string
  readonly isPublic: boolean
  readonly files: readonly number[]
  readonly grid: readonly number[]
}

/**
 * Puts first.js into the page, with the files that each screen fetches, and the styles behind what the page shows by
 * itself, where they do not hold it up: they come while the line would stand idle until the first script answers. A screen that it does not know is fetched all the same, only later.
 */
export function firstPage(): Plugin {
  const screens: Screen[] = []
  let graph: Graph = () => null
  return {
    name: 'first-page',
    enforce: 'pre',
    buildStart: () => {
      screens.length = 0
    },
    transform: (code, id) => {
      if (/web\/features\/\w+\/screens\.ts$/.test(id)) screens.push(...screensOf(code, id))
    },
    buildEnd() {
      graph = (id) => this.getModuleInfo(id)
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const built = bundle && fetchedOf(Object.values(bundle), screens, graph)
        const page = built && pageOf(built, screens)
        const script = (await readFile(join(WEB, 'first.js'), 'utf8')).replace('PAGE', () => JSON.stringify(page))
        const [link = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        const sheet = bundle && `<style>${sheetOf(bundle)}</style>\n    `
        return html
          .replace(link, '')
          .replace('<div id="root">', () => `${sheet ?? ''}<div id="root">`)
          .replace(/<!-- first\.js[^>]*-->/, () => `<script>\n${script}</script>`)
      },
    },
    // Behind all others: the sheet of styles is there by then.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(fetchedOf(Object.values(bundle), screens, graph), undefined, 2)
        this.emitFile({ type: 'asset', fileName: FETCHED, source })
      },
    },
  }
}

/** The one sheet of styles, taken out of what is written: it stands in the page. */
function sheetOf(bundle: Rolldown.OutputBundle): string {
  const sheets = Object.values(bundle).flatMap((one) =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [one] : [],
  )
  for (const { fileName } of sheets) delete bundle[fileName]
  return sheets
    .map(({ source }) =>
      String(source)
        .trim()
        .replaceAll('</', String.raw`<\/`),
    )
    .join('\n')
}

function pageOf({ shell, grid, screens }: Fetched, known: readonly Screen[]): Page {
  const files: string[] = []
  const place = (name: string): number => {
    const at = files.indexOf(`/${name}`)
    return at === -1 ? files.push(`/${name}`) - 1 : at
  }
  const found = known.map(({ address, file, isPublic }): PageScreen => {
    const { now, later } = screens[file.slice(WEB.length + 1)] ?? { now: [], later: [] }
    const first = [...(isPublic ? [] : shell), ...now]
    // The grid comes with its list: nobody waits for the list without it.
    const hasGrid = grid.slice(0, 1).some((own) => later.includes(own))
    const behind = hasGrid ? grid.filter((one) => !first.includes(one)) : []
    return { address, isPublic, files: first.map(place), grid: behind.map(place) }
  })
  const signIn = found.find(({ address }) => address === SIGN_IN)
  if (signIn === undefined) throw new Error('There is no screen to sign in on')
  return { files, screens: found, signIn, asks: ASKS }
}
