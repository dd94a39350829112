import fc from 'fast-check'
import type { JsonSchema } from './json-schema.ts'
import { type Known, valuesOf } from './valid.ts'

const DEEP = '['.repeat(50_000)

/** What people with bad intentions, and broken programs, send where a value belongs. */
export const HOSTILE_TEXTS: readonly string[] = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\u202e\u2066txt.exe',
  'A\u0301\u0316'.repeat(20),
  'x'.repeat(4_000),
  `${'x'.repeat(4_000)}@example.com`,
  "'; drop table event; --",
  "' or '1'='1",
  '\\',
  '%',
  '_%_',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '${jndi:ldap://127.0.0.1/a}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://127.0.0.1")',
  'a\r\nSet-Cookie: x=1',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  'constructor',
  'toString',
  '0000-01-01',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  '99999-12-31',
  'infinity',
  'now',
  'NaN',
  'null',
  'true',
  '0x10',
  '1e400',
  '-0',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  'patient:',
  'pool:x',
  'W10',
  Buffer.from('["x","y"]').toString('base64url'),
]

const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  1e308,
  5e-324,
  -1,
  0,
  2 ** 31,
  2 ** 53,
  [[[[[[[[[[[[[[[[[[[[['deep']]]]]]]]]]]]]]]]]]]]],
  { toString: 1, valueOf: 1, length: -1, then: 1 },
  Array(2_500).fill('x'),
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
]

export const hostileText: fc.Arbitrary<string> = fc.constantFrom(...HOSTILE_TEXTS)

/** Values that fit but for one field, which is hostile. */
export function hostileOf({ properties = {}, ...schema }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const names = [...Object.keys(properties), 'no_such_field', '\u0000', '__proto__']
  const fields = valuesOf({ properties, ...schema }, known) as fc.Arbitrary<Readonly<Record<string, unknown>>>
  return fc
    .tuple(fields, fc.constantFrom(...names), fc.constantFrom(...HOSTILE_VALUES))
    .map(([valid, name, value]) => Object.fromEntries([...Object.entries(Object(valid)), [name, value]]))
}

/** A body as bytes, and what it says it is. */
export type RawBody = { readonly type?: string; readonly bytes: Buffer }
const JSON_TYPE = 'application/json'
const raw = (text: string, type?: string): RawBody => ({
  bytes: Buffer.from(text),
  ...(type === undefined ? {} : { type }),
})

/** Bodies that are no body of anything. */
export const HOSTILE_BODIES: readonly RawBody[] = [
  raw('', JSON_TYPE),
  raw(' ', JSON_TYPE),
  raw('null', JSON_TYPE),
  raw('[]', JSON_TYPE),
  raw('"text"', JSON_TYPE),
  raw('0', JSON_TYPE),
  raw('{', JSON_TYPE),
  raw('{"a":1,"a":2}', JSON_TYPE),
  raw('{"__proto__":{"a":1}}', JSON_TYPE),
  raw('{"constructor":{"prototype":{"a":1}}}', JSON_TYPE),
  raw(DEEP, JSON_TYPE),
  raw(`{"a":${DEEP}${']'.repeat(50_000)}}`, JSON_TYPE),
  raw(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, JSON_TYPE),
  raw(`{"a":"${'x'.repeat(1_000_000)}"}`, JSON_TYPE),
  raw('\ufeff{}', JSON_TYPE),
  { type: JSON_TYPE, bytes: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
  { type: JSON_TYPE, bytes: Buffer.from('{"a":"\u0000"}', 'latin1') },
  raw('{}', 'application/json; charset=utf-16'),
  raw('{}', 'text/plain'),
  raw('a=1&b=2', 'application/x-www-form-urlencoded'),
  raw('<a/>', 'application/xml'),
  raw('{}', 'nonsense'),
  raw('{}'),
  raw('x', 'multipart/form-data'),
  raw('x', 'multipart/form-data; boundary=b'),
  raw('--b\r\n\r\nx\r\n--b--\r\n', 'multipart/form-data; boundary=b'),
  raw('--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n', 'multipart/form-data; boundary=b'),
  raw(
    '--b\r\nContent-Disposition: form-data; filename="a.png"\r\n\r\nx\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ),
  raw('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n', 'multipart/form-data; boundary=b'),
  raw(
    '--b\r\nContent-Disposition: form-data; name="__proto__"; filename="a.png"\r\n\r\nx\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ),
  raw(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a\u0000.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  ),
  raw(
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\ncut',
    'multipart/form-data; boundary=b',
  ),
]
