import { spawnSync } from 'node:child_process'

/** What the packed Chromium needs beside libc: on a bare machine its package can bring them, built for Amazon Linux. */
const LIBRARIES = ['libnss3.so', 'libnssutil3.so', 'libnspr4.so', 'libexpat.so.1']

/**
 * Has the package of the browser unpack its own libraries where the machine lacks them, for every process started
 * after this one; it asks a variable of the cloud it was made for whether to.
 */
export function bringBrowserLibraries(): void {
  if (process.platform !== 'linux' || process.env['CHROMIUM_PATH']) return
  const { stdout } = spawnSync('ldconfig', ['-p'], {
    encoding: 'utf8',
    env: { PATH: `${process.env['PATH'] ?? ''}:/sbin:/usr/sbin` },
  })
  if (LIBRARIES.every((library) => stdout?.includes(`${library} `))) return
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x'
}
