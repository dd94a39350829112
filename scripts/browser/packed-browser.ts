import { execFile, spawnSync } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** A browser to start, and what its environment needs for that. */
export type PackedBrowser = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> }

/** What the packed Chromium needs beside libc: on a bare machine its package can bring them, built for Amazon Linux. */
const LIBRARIES = ['libnss3.so', 'libnssutil3.so', 'libnspr4.so', 'libexpat.so.1']

/**
 * The Chromium that npm brought, unpacked in `folder` by its version: once, whole or not at all, however many runs ask
 * at a time. Its package unpacks into the temporary folder, where two at once spoil each other's files and whatever
 * anybody put there before is run; so it gets one of its own. What stands there and is not ours alone is not run.
 */
export async function packedBrowser(root: string, folder: string): Promise<PackedBrowser> {
  const text = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
  const place = join(folder, `chromium-${version}`)
  if (!(await isOurs(place))) await unpack(root, folder, place)
  if (hasLibraries()) return { executablePath: join(place, 'chromium'), env: {} }
  const env = { LD_LIBRARY_PATH: join(place, 'al2023', 'lib'), FONTCONFIG_PATH: join(place, 'fonts') }
  return { executablePath: join(place, 'chromium'), env }
}

/** False when there is nothing; throws when what is there could be written by somebody else. */
async function isOurs(place: string): Promise<boolean> {
  const standing = await lstat(place).catch(() => undefined)
  if (standing === undefined) return false
  const ours = standing.isDirectory() && standing.uid === process.getuid?.() && (standing.mode & 0o022) === 0
  if (!ours) throw new Error(`${place} is not ours alone: remove it, and it is unpacked again`)
  return true
}

async function unpack(root: string, folder: string, place: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const making = await mkdtemp(`${place}.making-`)
  try {
    const program = `import('@sparticuz/chromium').then(({ default: packed }) => packed.executablePath())`
    // The package asks a variable of the cloud it was made for whether to bring the libraries, too.
    const env = { PATH: process.env['PATH'], HOME: making, TMPDIR: making, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
    await promisify(execFile)(process.execPath, ['-e', program], { cwd: root, env })
    await writeFile(join(making, 'fonts', 'fonts.conf'), fontsOf(place))
    await rename(making, place)
  } catch (error) {
    // Another run may have been faster.
    if (!(await isOurs(place))) throw error
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

/** The package's own names the temporary folder that everybody shares, for fonts and for their cache. */
const fontsOf = (place: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(place, 'fonts', 'fonts')}</dir>
  <cachedir>${join(place, 'fonts-cache')}</cachedir>
</fontconfig>
`

function hasLibraries(): boolean {
  const env = { PATH: `${process.env['PATH'] ?? ''}:/sbin:/usr/sbin` }
  const { stdout } = spawnSync('ldconfig', ['-p'], { encoding: 'utf8', env })
  return LIBRARIES.every((library) => stdout?.includes(`${library} `))
}
