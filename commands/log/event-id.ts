import { deriveId } from '#commands/ids.ts'

/**
 * The id of an event: from its stream, its command and its place in it, so that a repeated append is known. `known`: by how many
 * decisions of operators it was decided. After each of them ids are others: what was left out may have had the id, by
 * whoever wrote it to be in the way, or as the command was done before.
 */
export const eventId = (stream: string, commandId: string, index: number, known = 0): string =>
  deriveId(stream, commandId, String(index), ...(known === 0 ? [] : [`behind ${known}`]))
