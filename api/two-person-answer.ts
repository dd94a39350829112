import type { Detail } from './refusal-answer.ts'

/** What somebody is answered who would end an act of two people that does not wait (any more): 409, and how it ended. */
export const notWaiting = (what: string) => ({
  status: 409 as const,
  message({ ended }: Detail): string {
    if (ended === undefined) return `${what} is not waiting for a second person`
    return ended === 'overtaken' ? `${what} no longer applies` : `${what} has already been ${String(ended)}`
  },
})
