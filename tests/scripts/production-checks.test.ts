import { expect, test } from 'vitest'
import { type ProductionFacts, unsafeSettings } from '#scripts/production-checks.ts'

const safe: ProductionFacts = {
  usesEmbeddedPostgres: false,
  appUrl: 'postgres://chf_app:secret@db/chf',
  ownerUrl: 'postgres://chf_owner:secret@db/chf',
  serverSettings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
  appIsSuperuser: false,
  eventStoreUrl: 'esdb://chf:secret@es-1:2113,es-2:2113?tls=true',
  demoUsers: [],
  dataDir: '/var/lib/chf',
  secretsDir: '/run/secrets/chf',
  sealsGo: 'elsewhere',
  smtpUrl: new URL('smtps://mail.chf.example'),
  portalUrl: 'https://portal.chf.example',
  root: '/opt/chf',
}

test('production starts on safe settings', () => expect(unsafeSettings(safe)).toEqual([]))

test.each<[string, Partial<ProductionFacts>, RegExp]>([
  ['on the embedded Postgres', { usesEmbeddedPostgres: true }, /set DATABASE_URL/],
  ['with fsync off', { serverSettings: { ...safe.serverSettings, fsync: 'off' } }, /fsync off/],
  ['with torn pages', { serverSettings: { ...safe.serverSettings, full_page_writes: 'off' } }, /full_page_writes off/],
  [
    'with late commits',
    { serverSettings: { ...safe.serverSettings, synchronous_commit: 'off' } },
    /synchronous_commit/,
  ],
  ['as a superuser', { appIsSuperuser: true }, /superuser/],
  ['as the owner of the log', { appUrl: safe.ownerUrl }, /same role/],
  [
    'with a log in the clear',
    { eventStoreUrl: 'esdb://chf:secret@es:2113?keepAliveInterval=1&TLS=false' },
    /tls=false/,
  ],
  ['with a log that anybody can pose as', { eventStoreUrl: 'esdb://es:2113?tlsVerifyCert=false' }, /pose/],
  ['on the delivered password of EventStoreDB', { eventStoreUrl: 'esdb://admin:changeit@es:2113' }, /delivered/],
  ['while demo people exist', { demoUsers: ['dfa@chf.example'] }, /dfa@chf\.example/],
  ['with secrets beside the program', { secretsDir: '/opt/chf/.data/secrets' }, /SECRETS_DIR/],
  ['with secrets beside the data', { secretsDir: '/var/lib/chf/secrets' }, /one copy/],
  ['without a second place for the seals', { sealsGo: 'nowhere' }, /set SEALS_DIR .* or SEALS_URL/],
  ['with the seals twice on one disk', { sealsGo: 'same disk' }, /on the disk of DATA_DIR/],
  ['without a mail server', { smtpUrl: undefined }, /set SMTP_URL/],
  ['with links in mail that are in the clear', { portalUrl: 'http://localhost:3000' }, /set PORTAL_URL/],
  ['with data beside the program', { dataDir: '/opt/chf/.data' }, /DATA_DIR/],
])('production does not start %s', (_, facts, reason) => {
  expect(unsafeSettings({ ...safe, ...facts })).toEqual([expect.stringMatching(reason)])
})

test('every reason is told at once', () => {
  expect(unsafeSettings({ ...safe, appIsSuperuser: true, demoUsers: ['dfa@chf.example'] })).toHaveLength(2)
})
