import type { Position } from '#commands/log/event-log.ts'

/** How far each process manager has come, so that a restart goes on from there. */
export type Checkpoints = {
  /** 0 when the process manager has never run. */
  get(name: string): Promise<Position>
  set(name: string, position: Position): Promise<void>
}

/** Checkpoints in memory, for tests and simulations. */
export function createMemoryCheckpoints(): Checkpoints {
  const positions = new Map<string, Position>()
  return {
    get: async (name) => positions.get(name) ?? 0,
    set: async (name, position) => {
      positions.set(name, position)
    },
  }
}
