import { readFile } from 'node:fs/promises'

/** Watches what a process holds of the machine's memory (resident set), in MB of 1,000,000 bytes. Linux only. */
export type MemoryWatch = { readonly before: number; stop(): Promise<number> }

const EVERY_MS = 20

/** Begins to watch; `stop` answers the most it has held since. */
export async function watchMemory(pid: number): Promise<MemoryWatch> {
  const before = await residentOf(pid)
  let [most, isOver] = [before, false]
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await residentOf(pid))
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  })()
  return {
    before,
    async stop() {
      isOver = true
      await watching
      return most
    },
  }
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6
}
