import { execFile } from 'node:child_process'
import type { TestApp } from '#tests/support/app.ts'
import { program } from '#tests/support/program.ts'

/** What to run, and in what environment, to verify a portal of tests. */
export function verifyProgram(
  { database, dataDir }: Pick<TestApp, 'database' | 'dataDir'>,
  env: NodeJS.ProcessEnv = {},
) {
  const portal = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: dataDir }
  return { file: process.execPath, args: program('scripts/verify.ts'), env: { ...process.env, ...portal, ...env } }
}

/** What `npm run verify` does: its exit code and what it said. */
export function verifyPortal(
  app: Pick<TestApp, 'database' | 'dataDir'>,
  given: readonly string[] = [],
  over: NodeJS.ProcessEnv = {},
) {
  const { file, args, env } = verifyProgram(app, over)
  return new Promise<{ code: unknown; said: string; out: string }>((resolve) => {
    execFile(file, [...args, ...given], { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr, out: stdout }),
    )
  })
}
