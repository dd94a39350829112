import type { AppContext } from '#api/context.ts'

/** How often all who wait are looked for, in one statement. */
const LOOK_EVERY_MS = 500
/** A third of what a call may wait for all that it needs (api/plugins/waiting.ts): a busy portal takes its time for the rest. */
const LONGEST_WAIT_MS = 5_000
/** Of one account, whose browser has six connections for all that it does; and of all in this process. */
export const MOST_WAITING = { ofOne: 4, ofAll: 1_000 } as const

type Waiting = {
  readonly account: string
  readonly disputeId: string
  readonly comments: number
  readonly wake: () => void
}

/** Wakes who waits for the chat of a dispute. */
export type ChatWatch = {
  /**
   * Returns when a dispute has more messages than so many or is not open, after five seconds, or when `left` aborts; at once
   * for one call too many. It says nothing of what has happened: whoever waited looks.
   */
  changed(account: string, disputeId: string, comments: number, left: AbortSignal): Promise<void>
  /** Wakes all, and keeps nobody waiting any more. */
  end(): void
}

/** One statement twice a second for all who wait in this process, and none while nobody does; other processes write too. */
export function createChatWatch({ db }: Pick<AppContext, 'db'>, tell: (failure: unknown) => void): ChatWatch {
  const waiting = new Set<Waiting>()
  let next: NodeJS.Timeout | undefined
  let isOver = false

  async function look(): Promise<void> {
    // The last of them may have gone meanwhile.
    if (waiting.size === 0) return
    const ids = [...new Set([...waiting].map(({ disputeId }) => disputeId))]
    const rows = await db.selectFrom('dispute').select(['id', 'comments', 'status']).where('id', 'in', ids).execute()
    const known = new Map(rows.map((row) => [row.id, row]))
    for (const { disputeId, comments, wake } of [...waiting]) {
      const row = known.get(disputeId)
      if (row !== undefined && (row.comments > comments || row.status !== 'open')) wake()
    }
  }
  function lookSoon(): void {
    if (next !== undefined || waiting.size === 0) return
    next = setTimeout(() => {
      void look()
        .catch(tell)
        .finally(() => {
          next = undefined
          lookSoon()
        })
    }, LOOK_EVERY_MS)
    next.unref()
  }

  return {
    async changed(account, disputeId, comments, left) {
      const own = [...waiting].filter((one) => one.account === account).length
      if (isOver || left.aborted || own >= MOST_WAITING.ofOne || waiting.size >= MOST_WAITING.ofAll) return
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(one)
          clearTimeout(longest)
          left.removeEventListener('abort', wake)
          resolve()
        }
        const one: Waiting = { account, disputeId, comments, wake }
        const longest = setTimeout(wake, LONGEST_WAIT_MS)
        left.addEventListener('abort', wake)
        waiting.add(one)
        lookSoon()
      })
    },
    end() {
      isOver = true
      clearTimeout(next)
      for (const { wake } of [...waiting]) wake()
    },
  }
}
