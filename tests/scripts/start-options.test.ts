import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readOptions, WrongUsage } from '#scripts/start/options.ts'

test('without any settings everything runs here, on port 3000, below .data', () => {
  expect(readOptions([], {})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('.data'),
    secretsDir: resolve('.data/secrets'),
    database: undefined,
    roles: { api: true, projections: true, processes: true },
    production: false,
    withDemo: true,
    fresh: false,
  })
})

test('an empty variable is one that was left out', () => {
  expect(readOptions([], { PORT: '', DATABASE_URL: '', DATABASE_OWNER_URL: '' })).toEqual(readOptions([], {}))
})

test('--run chooses what this process runs', () => {
  const roles = { api: false, projections: true, processes: true }
  expect(readOptions(['--run', 'projections,processes'], {})).toMatchObject({ roles })
})

test('production loads no demo data, whatever DEMO_DATA says', () => {
  expect(readOptions([], { NODE_ENV: 'production', DEMO_DATA: 'yes' })).toMatchObject({ withDemo: false })
})

test('FIRST_ADMINS names two people', () => {
  expect(readOptions([], { FIRST_ADMINS: 'a@example.org, b@example.org' })).toMatchObject({
    firstAdmins: ['a@example.org', 'b@example.org'],
  })
  for (const text of ['a@example.org', 'a@example.org,A@example.org', 'a@example.org,nobody', 'a@b.c,c@d.e,e@f.g'])
    expect(() => readOptions([], { FIRST_ADMINS: text })).toThrow('FIRST_ADMINS: takes two e-mails, by comma')
})

test('TRUST_PROXY names the proxies; nobody is trusted without it', () => {
  expect(readOptions([], {})).toMatchObject({ trustProxy: undefined })
  const named = readOptions([], { TRUST_PROXY: '10.0.0.5, 172.16.0.0/12,fd00::/8,loopback' })
  expect(named).toMatchObject({ trustProxy: ['10.0.0.5', '172.16.0.0/12', 'fd00::/8', 'loopback'] })
})

test.each(['true', 'proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1/8/9', '10.0.0.1,', '1'])(
  'TRUST_PROXY=%s names no proxy',
  (text) => {
    expect(() => readOptions([], { TRUST_PROXY: text })).toThrow(/TRUST_PROXY: .*names no proxy/)
  },
)

test('CAP_URL says whom to ask about patients of CAP', () => {
  expect(readOptions([], {})).toMatchObject({ capUrl: undefined })
  for (const CAP_URL of ['https://portal:pass@cap.example/v1', 'http://127.0.0.1:8080'])
    expect(readOptions([], { CAP_URL })).toMatchObject({ capUrl: CAP_URL })
})

test.each(['cap.example', 'ftp://cap.example', 'http://cap.example', 'https://cap.example/?token=1'])(
  'CAP_URL=%s is nobody to ask',
  (text) => {
    expect(() => readOptions([], { CAP_URL: text })).toThrow(/CAP_URL: /)
  },
)

test('SMTP_URL says where mail goes, and PORTAL_URL where its links lead and whom it is from', () => {
  expect(readOptions([], {})).toMatchObject({ smtp: undefined, portalUrl: 'http://localhost:3000' })
  const [SMTP_URL, PORTAL_URL] = ['smtps://portal:pa%2Fss@mail.example:465', 'https://portal.example/']
  expect(readOptions([], { SMTP_URL, PORTAL_URL })).toMatchObject({
    smtp: { url: new URL(SMTP_URL), from: 'no-reply@portal.example' },
    portalUrl: 'https://portal.example',
  })
  const smtp = { from: 'fund@chf.example' }
  expect(readOptions([], { SMTP_URL, MAIL_FROM: 'fund@chf.example' })).toMatchObject({ smtp })
})

test.each([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtps://mail.example/inbox',
  'smtp://mail.example?tls=no',
])('SMTP_URL=%s is no mail server', (text) => {
  expect(() => readOptions([], { SMTP_URL: text })).toThrow(/SMTP_URL: /)
})

const app = 'postgres://app:x@db/chf'
test.each<[string, string[], NodeJS.ProcessEnv, string]>([
  ['an unknown option', ['--frsh'], {}, '--frsh'],
  ['an unknown part', ['--run', 'api,everything'], {}, '--run takes'],
  ['a port that is no number', [], { PORT: 'http' }, 'PORT'],
  ['a port that is no port', [], { PORT: '70000' }, 'PORT'],
  ['a database without its owner', [], { DATABASE_URL: app }, 'DATABASE_OWNER_URL'],
  ['an owner without the app', [], { DATABASE_OWNER_URL: app }, 'DATABASE_URL'],
  ['a database that is no Postgres', [], { DATABASE_URL: 'mysql://db', DATABASE_OWNER_URL: app }, 'DATABASE_URL'],
  ['a fresh start on a database of yours', ['--fresh'], { DATABASE_URL: app, DATABASE_OWNER_URL: app }, '--fresh'],
  ['a fresh start on EventStoreDB', ['--fresh'], { EVENTSTORE_URL: 'esdb://es:2113' }, 'EVENTSTORE_URL'],
  ['an EventStoreDB that is none', [], { EVENTSTORE_URL: 'http://es:2113' }, 'EVENTSTORE_URL'],
  ['a fresh start in production', ['--fresh'], { NODE_ENV: 'production' }, '--fresh'],
])('%s is refused by a message that names it', (_, args, env, named) => {
  expect(() => readOptions(args, env)).toThrow(WrongUsage)
  expect(() => readOptions(args, env)).toThrow(named)
})
