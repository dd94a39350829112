import type { Played } from './play.ts'

/** What a drill came to, as text. */
export function reportOn({ tally, faults, recoveries, notPlayed, kills }: Played, seed: string): string {
  const acknowledged = tally.under('acknowledged: ')
  const lines = [
    '',
    `Faults (${sumOf(faults)}, of which kills ${kills}), and the time from a fault's end to the first good answer:`,
    ...[...faults].map(([kind, count]) => `  ${String(count).padStart(5)}  ${kind}${timesOf(recoveries.get(kind))}`),
    ...notPlayed.map((kind) => `      -  ${kind}: cannot be played here`),
    `Acknowledged commands (${sumOf(acknowledged)}):`,
    ...linesOf(acknowledged),
    `Refused commands (${sumOf(tally.under('refused: '))}):`,
    ...linesOf(tally.under('refused: ')),
    `Unknown outcomes: ${tally.count('unknown outcomes')}; commands that were answered after repeating: ${tally.count('resolved by repeating')}`,
    ...linesOf(tally.under('lost: '), 'lost, '),
    ...linesOf(tally.under('answered '), 'answered '),
    ...linesOf(tally.under('500: '), '500 on '),
    `Storms of one command: ${tally.count('storms')}; asked again after the answer: ${tally.count('repeated after the answer')}; ` +
      `keys used for something else: ${tally.count('keys used again for something else')}; ` +
      `sign-ins: ${tally.count('signed in')}; sessions ended: ${tally.count('session ended')}`,
    tally.defects.length === 0 ? `GREEN. Seed ${seed}.` : `RED: ${tally.defects.length} defects. Seed ${seed}.`,
    ...tally.defects.map((defect) => `  - ${defect}`),
  ]
  return lines.join('\n')
}

const sumOf = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

const linesOf = (counts: ReadonlyMap<string, number>, prefix = '') =>
  [...counts].map(([what, count]) => `  ${String(count).padStart(5)}  ${prefix}${what}`)

function timesOf(times: readonly number[] | undefined): string {
  if (times === undefined || times.length === 0) return ''
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => `${((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1000).toFixed(1)} s`
  return `: median ${at(0.5)}, longest ${at(1)} (of ${sorted.length})`
}
