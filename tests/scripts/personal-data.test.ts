import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/demo/people/demo-people.ts'
import { runningPostgres, stopLeftover } from '#scripts/postgres/start-postgres.ts'
import { freePort } from '#scripts/free-port.ts'
import { filesWith, hasCanary, tablesWith } from '#tests/support/canaries.ts'
import { copyFirstPortal } from '#tests/support/made-once.ts'
import { runStart, type StartedProgram } from '#tests/support/start-program.ts'

/** In every personal value that is typed below, and in nothing else. */
const CANARY = 'zzcanary'
/** The tables whose personal columns serve the screens, and are emptied when a person is erased. */
const MAY_HOLD = ['staff_name', 'user_account']

let dataDir: string
let portal: StartedProgram
let database: pg.Client
let port: number
let calls = 0
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('runDir'), 'canary-'))
  await copyFirstPortal(dataDir)
  port = await freePort()
  portal = runStart({ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'trace' })
  await portal.until('The portal is at')
  const urls = await runningPostgres(dataDir)
  database = new pg.Client(urls?.url)
  await database.connect()
}, 400_000)
afterAll(async () => {
  await database.end().catch(() => undefined)
  portal.signal('SIGKILL')
  await portal.ended
  await stopLeftover(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

async function call(path: string, { token, ...options }: RequestInit & { token?: string } = {}): Promise<Response> {
  const headers = {
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    'idempotency-key': `${CANARY}-${(calls += 1)}`,
  }
  return looked(await fetch(`http://127.0.0.1:${port}${path}`, { ...options, headers }))
}

/** What an answer would leave with others: a cache that may keep it, a page that is told of the address, a header. */
const left: string[] = []
async function looked(answer: Response): Promise<Response> {
  const { pathname } = new URL(answer.url)
  const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
  const wanted = ['referrer-policy: no-referrer', ...(pathname.startsWith('/api') ? ['cache-control: no-store'] : [])]
  left.push(...wanted.filter((one) => !said.includes(one)).map((one) => `${answer.status} ${pathname} without ${one}`))
  left.push(...said.filter(has))
  // Read to its end, whoever needs it: a socket with something unread is not seen to end with the portal.
  const body = await answer.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: answer.headers })
}

async function signIn(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: DEMO_PASSWORD })
  const answer = (await (await call('/api/login', { method: 'POST', body })).json()) as {
    data: { access_token: string }
  }
  return answer.data.access_token
}

test('nothing that people type about people is in a log, a file or a table that need not hold it', async () => {
  const [staff, auditor] = [await signIn('coe-staff@chf.example'), await signIn('auditor@chf.example')]
  const profile = { first_name: CANARY, last_name: `${CANARY}-last`, other_names: '', gender: 'male' }
  const valid = { ...profile, date_of_birth: '1980-01-01', phone_number: '08030000000' }
  const put = (body: object, token = staff) =>
    call('/api/profile', { method: 'PUT', body: JSON.stringify(body), token }).then(({ status }) => status)
  const get = (path: string, token: string) => call(path, { token }).then(({ status }) => status)

  expect(await put(valid)).toBe(200)
  expect(await put({ ...valid, first_name: `${CANARY}\u0000` })).toBe(422)
  expect(await put({ ...valid, phone_number: CANARY })).toBe(422)
  expect(await put({ ...valid, [CANARY]: 1 })).toBeLessThan(500)
  expect(await get(`/api/coestaff/patient/${CANARY}@example.org`, staff)).toBe(404)
  expect(await get(`/api/ledger/wallets?search=${CANARY}`, auditor)).toBe(200)
  expect(await get(`/api/ledger/wallets?${CANARY}=1`, auditor)).toBe(422)
  expect(await get(`/api/${CANARY}?${CANARY}=${CANARY}`, auditor)).toBe(404)
  expect(await get(`/${CANARY}%ZZ`, auditor)).toBe(200)
  expect(await get(`/api/${CANARY}%ZZ`, auditor)).toBe(400)
  expect(await get(`/patients/${CANARY}?search=${CANARY}`, auditor)).toBe(200)
  // A person is named in the path of a write as well, whose key and request are kept.
  const funds = await signIn('fund-admin@chf.example')
  const body = JSON.stringify({ amount: '1000.00', reason: CANARY })
  const fund = `/api/patients/${CANARY}@example.org/fund`
  expect((await call(fund, { method: 'POST', body, token: funds })).status).toBe(404)
  expect((await call('/api/login', { method: 'POST', body: `{"email":"${CANARY}` })).status).toBe(400)

  expect(await get(`/api/fundings/csv?search=${CANARY}`, auditor)).toBe(200)
  const failed = JSON.stringify({ email: `${CANARY}@example.org`, password: 'wrong' })
  expect((await call('/api/login', { method: 'POST', body: failed })).status).toBeGreaterThanOrEqual(400)

  const form = new FormData()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  form.append('file', new Blob([pdf], { type: 'application/pdf' }), `${CANARY}.pdf`)
  const headers = { authorization: `Bearer ${staff}` }
  const upload = async () =>
    looked(await fetch(`http://127.0.0.1:${port}/api/documents`, { method: 'POST', body: form, headers }))
  expect((await upload()).status).toBe(200)
  // Not the caller's fault: the database refuses a row by what somebody put there, and quotes it whole in its detail.
  await database.query(`alter table document add constraint canary check (media_type = '') not valid`)
  expect((await upload()).status).toBe(503)
  // A read model that stands still at what it was given.
  await database.query(`alter table user_account add constraint canary check (first_name <> '${CANARY}-stop')`)
  expect(await put({ ...valid, first_name: `${CANARY}-stop` })).toBe(200)
  const stopped = async () => (await database.query('select error from read_model where error is not null')).rowCount
  await expect.poll(stopped, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(portal.said).toContain('stands still')
  expect(portal.said()).toContain('23514')
  expect(portal.said()).toContain('/api/coestaff/patient/:search')

  expect(left).toEqual([])
  expect(linesWith(portal.said())).toEqual([])
  expect(await filesWith(dataDir, CANARY)).toEqual([])
  expect((await tablesWith(database, CANARY)).filter((table) => !MAY_HOLD.includes(table))).toEqual([])
  // The walk does find it where it rightly is.
  expect(await tablesWith(database, CANARY)).toContain('staff_name')
}, 400_000)

const has = (text: string): boolean => hasCanary(text, CANARY)
const linesWith = (text: string): readonly string[] => text.split('\n').filter(has)
