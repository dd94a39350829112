import { join } from 'node:path'
import { BUDGETS, weighBuild } from '#scripts/check-web-size.ts'
import { buildWeb } from '#scripts/start/build-web.ts'
import { type Findings, markdownTable, type Measurement } from './measurement.ts'

/** Sizes need no rounds: the same sources give the same bytes. */
async function run(): Promise<Findings> {
  const { folder } = await buildWeb(join(import.meta.dirname, '..', '..'))
  const lines = weighBuild(folder)
  const wrong = lines.filter((line) => line.wrong !== undefined)
  const entry = lines.find(({ part }) => part === 'entry')?.kilobytes ?? Number.POSITIVE_INFINITY
  const grid = lines.find(({ part }) => part.endsWith('grid-table.tsx'))?.kilobytes
  const heavy = wrong.filter(({ part }) => part.startsWith('features/'))
  return {
    goals: [
      { what: `entry at most ${BUDGETS.entry} KB`, measured: `${entry.toFixed(1)} KB`, isMet: entry <= BUDGETS.entry },
      {
        what: `the grid at most ${BUDGETS.grid} KB more`,
        measured: grid === undefined ? 'the build has no grid' : `${grid.toFixed(1)} KB`,
        isMet: grid !== undefined && grid <= BUDGETS.grid,
      },
      {
        what: "no screen over its budget, and patients' screens without grid and chart",
        measured: heavy.length === 0 ? 'none' : heavy.map(({ part, wrong: why }) => `${part}: ${why}`).join('; '),
        isMet: wrong.length === 0,
      },
    ],
    body: `${markdownTable(
      ['part', 'gzip KB', 'budget'],
      lines.map(({ part, kilobytes, budget }) => [
        part,
        kilobytes.toFixed(1),
        budget === undefined ? '' : String(budget),
      ]),
    )}

JS and CSS, gzip -9, KB of 1,000 bytes, of a production build. A screen counts all that it fetches beyond the entry (and
the shell, when it is for people who are signed in), what it imports lazily included. Every test run checks the budgets.`,
  }
}

export const web: Measurement = { name: 'web', title: '6. Size of the web app', run }
