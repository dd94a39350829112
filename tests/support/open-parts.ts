/** What a file of tests could leave behind and would still be at work in the next: by the names that Node gives them. */
const KINDS: readonly string[] = ['TCPServerWrap', 'TCPSocketWrap', 'PipeServerWrap', 'ProcessWrap']

// Node does not count these.
let threads = 0
process.on('worker', (thread) => {
  threads += 1
  thread.once('exit', () => (threads -= 1))
})

/** How many of each kind are open in this process, and how many threads it has started. */
export function openParts(): ReadonlyMap<string, number> {
  const open = new Map([['thread', threads]])
  for (const kind of process.getActiveResourcesInfo())
    if (KINDS.includes(kind)) open.set(kind, (open.get(kind) ?? 0) + 1)
  return open
}

const kept = new Map<string, number>()

/** What was started for the files that follow as well. */
export const keptOpen = (): ReadonlyMap<string, number> => new Map(kept)

/** Says that one part of a kind stays open until the worker ends. */
export function keepOpen(kind: 'ProcessWrap'): void {
  kept.set(kind, (kept.get(kind) ?? 0) + 1)
}
