import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadSecrets } from '#api/secrets.ts'
import { decisionsIn } from '#commands/log/decisions.ts'
import { INTEGRITY_STREAM } from '#domain/integrity/events.ts'
import { type DemoApp, startDemoApp } from '#tests/support/demo-app.ts'
import { demoSecrets } from '#tests/support/demo-template.ts'
import { openOperator } from './operator.ts'

let demo: DemoApp
beforeAll(async () => {
  demo = await startDemoApp()
})
afterAll(() => demo.end())

test('an operator is heard also behind what somebody wrote among the decisions', async () => {
  const { eventLog, integrity } = demo.context
  const past = await eventLog.read(INTEGRITY_STREAM)
  const junk = { id: randomUUID(), type: 'PortalOpenedAgain', data: '{bad', meta: '"'.repeat(300) }
  const { position } = await eventLog.append(INTEGRITY_STREAM, past.length - 1, [junk])
  const forged = { position, stream: INTEGRITY_STREAM, check: 'hash', expected: 'an event', found: 'other content' }
  await integrity.found([forged], 'reader')
  const secretsDir = demoSecrets(inject('runDir'))
  const operator = await openOperator(demo.database.appUrl, secretsDir)
  // All of the log is looked at meanwhile, which finds more at the same place.
  const opened = async () => {
    const places = integrity.open().map((one) => ({ from: one.position, to: one.position }))
    return operator.open(places)
  }
  try {
    await expect.poll(opened).toMatchObject({ outcome: 'opened' })
  } finally {
    await operator.end()
  }
  const decisions = decisionsIn(await eventLog.read(INTEGRITY_STREAM), await loadSecrets(secretsDir))
  expect(decisions.all.at(-1)?.findings).toContainEqual(expect.objectContaining({ position }))
})
