/** Times from the end of a fault to the first good answer of every API process that it hit. */
export type Recovery = {
  /** A fault is over (or, for a kill, has happened). */
  faultOver(kind: string, ports: readonly number[]): void
  /** The next fault begins: what has not recovered by now tells nothing about one fault alone. */
  nextFault(): void
  /** A command was answered well that had been sent at this moment. */
  answered(port: number, sentAt: number): void
  /** Whether everything has recovered. */
  readonly isDone: boolean
  /** Milliseconds, by kind. */
  readonly times: ReadonlyMap<string, readonly number[]>
}

export function createRecovery(): Recovery {
  const times = new Map<string, number[]>()
  let open: { kind: string; since: number; ports: Set<number> } | undefined
  return {
    faultOver: (kind, ports) => void (open = { kind, since: performance.now(), ports: new Set(ports) }),
    nextFault: () => void (open = undefined),
    answered(port, sentAt) {
      if (open === undefined || sentAt < open.since) return
      open.ports.delete(port)
      if (open.ports.size > 0) return
      times.set(open.kind, [...(times.get(open.kind) ?? []), performance.now() - open.since])
      open = undefined
    },
    get isDone() {
      return open === undefined
    },
    times,
  }
}
