import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

/** A check of the text of the program, which passes or fails as one. */
export type StaticCheck = { readonly name: string; readonly args: readonly string[] }

/**
 * In order of what tells most for its time. Programs are run by Node, without a shell or npx in between. Each keeps in
 * `.cache` what it found in a file, by the file's contents, its own version and its settings: no clock is believed.
 */
export const staticChecks: readonly StaticCheck[] = [
  {
    name: 'types',
    args: [
      ...['node_modules/typescript-native/bin/tsc', '--noEmit', '--pretty', 'false'],
      ...['--incremental', '--tsBuildInfoFile', '.cache/types.json'],
    ],
  },
  {
    name: 'linter',
    args: [
      ...['node_modules/eslint/bin/eslint.js', '.'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/linter.json'],
    ],
  },
  {
    name: 'formatter',
    args: [
      ...['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/formatter.json'],
    ],
  },
  { name: 'dead code', args: ['--import', './scripts/typescript.mjs', 'scripts/test/dead-code.ts'] },
]

/** The web app, built once before tests start portals and browsers: two of them at once would each build it. */
export const webBuild: StaticCheck = {
  name: 'web app',
  args: ['--import', './scripts/typescript.mjs', 'scripts/build-web.ts'],
}

/** What a check came to, in words for people: what it said only if it fails. */
export type Checked = { readonly ok: boolean; readonly text: string }

/** Gives way to tests without standing still beside them: one that was left for the end would run there alone. */
const BEHIND = 5

/** Runs one check; `behind` gives way to what else runs, as nobody waits for it before that has ended. */
export function runCheck(
  root: string,
  { name, args }: StaticCheck,
  { behind = false }: { readonly behind?: boolean } = {},
): Promise<Checked> {
  const from = performance.now()
  return new Promise((resolve) => {
    let said = ''
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (behind && child.pid !== undefined) setPriority(child.pid, BEHIND)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) => {
      const seconds = ((performance.now() - from) / 1000).toFixed(1)
      const text = `${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${code === 0 ? '' : `\n${said}`}`
      resolve({ ok: code === 0, text })
    })
  })
}
