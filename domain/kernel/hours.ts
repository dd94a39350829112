const HOUR_MS = 3_600_000

/** The hour (UTC) of a moment (ISO, UTC), as `2026-03-02T09`. */
export const hourOf = (at: string): string => at.slice(0, 'YYYY-MM-DDTHH'.length)

/** The end of the hour of a moment, ISO, UTC. */
export const endOfHour = (at: string): string =>
  new Date((Math.floor(Date.parse(at) / HOUR_MS) + 1) * HOUR_MS).toISOString()
