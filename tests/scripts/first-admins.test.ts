import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadReferenceData } from '#scripts/demo/reference.ts'
import { firstAdmins } from '#scripts/start/first-admins.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { AT } from '#tests/support/command.ts'
import { startDemoApp } from '#tests/support/demo-app.ts'

const EMAILS = ['one@example.org', 'two@example.org']
const GOOD = 'Ward-seven-kettle-9'
const DAY_MS = 86_400_000

let portal: TestApp
let at = Date.now()
beforeAll(async () => {
  portal = await startTestApp({ now: () => at, production: true })
  await loadReferenceData({ handler: portal.context.handler, at: AT })
  await shown()
})
afterAll(() => portal.end())

const shown = async () => portal.context.caughtUp(await portal.context.log.head())
const linesOf = async (emails: readonly string[] | undefined = EMAILS) => {
  const lines = await firstAdmins(portal.context, { emails, portalUrl: 'https://portal.example' })
  await shown()
  return lines
}
const tokenIn = (line = '') => /https:\/\/portal\.example\/set-password\/(\S+)$/.exec(line)?.[1] ?? ''
const post = (url: string, payload: object) => portal.app.inject({ method: 'POST', url, payload })
const choose = (line: string | undefined, password = GOOD) =>
  post('/api/set_password', { token: tokenIn(line), password })

test('a portal that nobody administers says so, until two are named, and gives each a link that is good once', async () => {
  expect(await firstAdmins(portal.context, { emails: undefined, portalUrl: '' })).toEqual([
    'Nobody administers the portal yet: FIRST_ADMINS=one@example.org,two@example.org names two people who will',
  ])
  const [heading, one, two, ...more] = await linesOf()
  expect([heading, more]).toEqual(['Super administrators choose their passwords by these links:', []])
  expect([one, two].map((line) => line?.trim().split(',')[0])).toEqual(EMAILS)
  // Started again, in another process too, it hands out the same, and makes nobody else.
  expect(await linesOf(['other@example.org', 'another@example.org'])).toEqual([heading, one, two])
  expect((await choose(one, 'too-short')).statusCode).toBe(422)
  expect((await choose(one)).statusCode).toBe(200)
  await shown()
  expect(await linesOf()).toEqual([heading, two])
  // In production they set up a phone as they sign in.
  const signedIn = await post('/api/login', { email: 'one@example.org', password: GOOD })
  expect(signedIn.json()).toMatchObject({ data: { second_factor: 'enrolment' } })
})

test('a link that has run out is replaced by the next start, and no start prints one of whom nobody waits for', async () => {
  const [, old] = await linesOf()
  at += 8 * DAY_MS
  expect((await choose(old)).statusCode).toBe(422)
  const [, fresh] = await linesOf()
  expect(tokenIn(fresh)).not.toBe(tokenIn(old))
  expect((await choose(fresh)).statusCode).toBe(200)
  expect(await linesOf()).toEqual([])
})

test('a portal that others administer is given nobody', async () => {
  const demo = await startDemoApp()
  try {
    const head = await demo.context.log.head()
    expect(await firstAdmins(demo.context, { emails: EMAILS, portalUrl: '' })).toEqual([])
    expect(await demo.context.log.head()).toBe(head)
  } finally {
    await demo.end()
  }
})
