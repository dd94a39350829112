import { dayText } from '#domain/kernel/dates.ts'
import type { Detail } from '#api/refusal-answer.ts'

/** What is said to a period on which there can have been no business. */
export const beyondProgrammeText = ({ from, to }: Detail): string =>
  `Choose days from ${dayText(String(from))}, when the programme began, to ${dayText(String(to))}, which is today`
