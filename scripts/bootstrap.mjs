// The one file that runs before anything is installed: plain JavaScript, nothing but Node.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(fileURLToPath(import.meta.url), '..', '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.installed-lock')
const WANTED = [20, 19]

/** What runs once everything is there, and whether it needs the development packages. */
const commands = {
  start: { script: 'scripts/start.ts', development: false },
  test: { script: 'scripts/test.ts', development: true },
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return
  console.error(`This needs Node ${WANTED.join('.')} or newer; ${process.execPath} is ${process.versions.node}`)
  process.exit(1)
}

/** Installed by hand counts too: npm writes its own list last, so that one is newer than the lock file it was made from. */
function isInstalled(wanted) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  const list = join(modules, '.package-lock.json')
  if (existsSync(stamp) || !existsSync(list)) return false
  return statSync(list).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

function install({ development }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const omitsDevelopment = !development && process.env.NODE_ENV === 'production'
  const wanted = omitsDevelopment ? `${lock} without development packages` : lock
  const hasMore = omitsDevelopment && isInstalled(lock)
  // Of an install by hand, nothing says whether it left the development packages out but their absence.
  const lacksDevelopment = development && !existsSync(join(modules, 'vitest'))
  if (lacksDevelopment || (!hasMore && !isInstalled(wanted))) {
    console.log('Installing packages (npm ci); this takes a minute the first time ...')
    const args = ['ci', '--no-audit', '--no-fund', omitsDevelopment ? '--omit=dev' : '--include=dev']
    const npm = process.env.npm_execpath
    const run = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
    const { status, error } = spawnSync(run[0], run[1], { cwd: root, stdio: 'inherit' })
    if (status !== 0) {
      console.error(`npm ci failed${error ? `: ${error.message}` : ''}`)
      process.exit(1)
    }
    try {
      writeFileSync(stamp, wanted)
    } catch (error) {
      console.error(`${stamp} cannot be written (${error.message}): see that there is room, and that it is yours`)
      process.exit(1)
    }
  }
}

const name = process.argv[2] ?? ''
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) {
  console.error(`Usage: node scripts/bootstrap.mjs <${Object.keys(commands).join('|')}> [arguments]`)
  process.exit(2)
}
checkNode()
install(command)
process.argv.splice(1, 2, join(root, command.script))
process.chdir(root)
// In this same process, so that Ctrl-C and signals reach the one who must act on them.
await import('./typescript.mjs')
await import(pathToFileURL(join(root, command.script)).href)
