/** Tells how a start gets on: numbered steps, with what they took. */
export type Progress = {
  /** Runs one step between a line that says it begins and one that says it is done. */
  step<T>(what: string, act: (say: (line: string) => void) => Promise<T>): Promise<T>
}

export function createProgress(steps: number, write: (line: string) => void = console.log): Progress {
  let number = 0
  return {
    async step(what, act) {
      const place = `[${++number}/${steps}]`
      const from = performance.now()
      write(`${place} ${what} ...`)
      const result = await act((line) => write(`      ${line}`))
      write(`${place} ${what}: done in ${((performance.now() - from) / 1000).toFixed(1)} s`)
      return result
    },
  }
}
