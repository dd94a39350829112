import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'

/** Puts a pipe, which keeps whoever opens it waiting, in the place of what is there. */
export async function pipeAt(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  execFileSync('mkfifo', [path])
}
