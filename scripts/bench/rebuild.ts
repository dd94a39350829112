import type { System } from '#api/system.ts'
import type { AnyReadModel } from '#projections/read-model.ts'
import { readModels } from '#projections/read-models.ts'
import { rebuild as rebuildModels } from '#projections/rebuild.ts'
import { prepareReadModels } from '#projections/runner.ts'
import { transaction } from '#projections/money/transaction/transaction.ts'
import { APP } from '#scripts/postgres/roles.ts'
import { withHistory } from './history.ts'
import { type Findings, markdownTable, type Measurement, whole } from './measurement.ts'
import { medianOf, pairedRounds, ratioOf, ratioText } from './rounds.ts'
import { onWorkbench } from './workbench.ts'

/** Makes some 1,020,000 events. */
const PATIENTS = 12_400
const [READ, DECODE, ONE, ALL] = [
  'reading the log alone',
  'reading and decoding the log alone',
  'rebuilding the transaction model',
  'rebuilding all read models',
] as const

async function readAll({ context: { eventLog } }: System, head: number): Promise<void> {
  for await (const batch of eventLog.follow(0, new AbortController().signal)) {
    if ((batch.at(-1)?.position ?? 0) >= head) return
  }
}

async function decodeAll({ context: { log } }: System, head: number): Promise<void> {
  for await (const { position } of log.follow(0, new AbortController().signal)) {
    if (position >= head) return
  }
}

async function run({ quick, say }: Parameters<Measurement['run']>[0]): Promise<Findings> {
  return onWorkbench((bench) =>
    withHistory(bench, quick ? 300 : PATIENTS, async (system) => {
      const { ownerUrl, appUrl } = bench.postgres
      const { log, eventLog } = system.context
      const head = await eventLog.head()
      say(`${whole(head)} events generated`)
      await prepareReadModels({ models: readModels, appUrl, ownerUrl })
      const build = async (models: readonly AnyReadModel[]) => {
        const { failed, busy } = await rebuildModels({ log, models, ownerUrl, appRole: APP })
        if (failed.size + busy.length > 0) throw new Error(`Not rebuilt: ${[...failed.keys(), ...busy].join(', ')}`)
      }
      const timed = (name: string, act: () => Promise<void>) => ({
        name,
        run: async () => {
          const begun = performance.now()
          await act()
          const perSecond = head / ((performance.now() - begun) / 1000)
          say(`${name}: ${whole(perSecond)} events/s`)
          return perSecond
        },
      })
      const rounds = quick ? 2 : 3
      const figures = await pairedRounds(rounds, [
        timed(READ, () => readAll(system, head)),
        timed(DECODE, () => decodeAll(system, head)),
        timed(ONE, () => build([transaction])),
        timed(ALL, () => build(readModels)),
      ])
      const names = [READ, DECODE, ONE, ALL]
      const rows = names.map((name) => [
        name,
        whole(medianOf(figures, name)),
        `${(head / medianOf(figures, name)).toFixed(1)} s`,
        ratioText(ratioOf(figures, name, DECODE)),
      ])
      const ratio = ratioOf(figures, ONE, DECODE)
      return {
        goals: [
          {
            what: 'the transaction model at 0.33x of reading and decoding, or faster',
            measured: ratioText(ratio),
            isMet: ratio.middle >= 0.33,
          },
        ],
        body: `${markdownTable(['over the whole log', 'events/s', 'time', 'against reading and decoding'], rows)}

A generated history of ${whole(head)} events (two years, six hospitals; \`npm run generate\`), ${rounds} rounds. A rebuild is
\`npm run rebuild\`: reading, decoding, folding, writing, history for as-of reading, indexes, and the swap while the old
tables serve; a single model decodes only the events it folds. All ${readModels.length} models are built with one reading of the log.`,
      }
    }),
  )
}

export const rebuild: Measurement = { name: 'rebuild', title: '3. Rebuilding read models', run }
