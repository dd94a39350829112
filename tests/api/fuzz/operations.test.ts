import { afterAll, beforeAll, expect, test } from 'vitest'
import { localRegistry } from '#api/people/cap/cap-registry.ts'
import { CAP_PATIENTS } from '#scripts/demo/people/cap-patients.ts'
import { wrongRights } from '#tests/support/wrong-rights.ts'
import { fuzz } from '#scripts/fuzz/fuzz.ts'
import { inLine } from '#scripts/fuzz/report.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'
import { type Ministry, ministryOf } from '#tests/api/money/payments/ministry.ts'

/** Always the same calls: what a run finds, the next finds as well. `npm run fuzz` makes others. */
const SEED = 20_261_122

let [ministry, url] = [undefined as Ministry | undefined, '']
beforeAll(async () => {
  const demo = await startDemoApp({ cap: localRegistry(CAP_PATIENTS) })
  url = await demo.app.listen({ host: '127.0.0.1', port: 0 })
  ministry = await ministryOf(demo, url)
  for (const quantity of [1, 2, 3, 1, 2, 3]) await ministry.billServices(quantity)
  await ministry.billDrugs(2)
})
afterAll(() => ministry?.end())

test(
  'no call breaks an operation, the log, a read model or the money, and each is made well at least once',
  {
    timeout: 900_000,
  },
  async () => {
    const context = ministry?.demo.context
    if (context === undefined) throw new Error('There is no portal')
    const { findings, neverDone } = await fuzz({ url, context, seed: SEED, calls: 40, atMost: 100, atOnce: 4 })
    expect(await wrongRights(context)).toEqual([])
    expect(findings.map(inLine)).toEqual([])
    // An operation whose calls are all refused has not been tried.
    expect(neverDone).toEqual([])
  },
)
