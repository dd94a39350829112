import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachmentName, attachmentNamed } from '#domain/kernel/attachment-name.ts'

test('a download keeps its name, whatever letters it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (name) => {
      const header = attachmentNamed(name)
      // What a header may hold, and RFC 5987's own characters in the whole name.
      expect(header).toMatch(/^attachment; filename="[\w .-]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/)
      expect(attachmentName(header)).toBe(name)
    }),
  )
})

test.each([
  [
    'Ọláwálé (scan).pdf',
    `attachment; filename="Olawale _scan_.pdf"; filename*=UTF-8''%E1%BB%8Cl%C3%A1w%C3%A1l%C3%A9%20%28scan%29.pdf`,
  ],
  ["Sa'adatu's.png", `attachment; filename="Sa_adatu_s.png"; filename*=UTF-8''Sa%27adatu%27s.png`],
])('%s is %s', (name, header) => expect(attachmentNamed(name)).toBe(header))

test('the name in plain letters does where there is no whole one', () => {
  expect(attachmentName('attachment; filename="transactions-2026-11-21.csv"')).toBe('transactions-2026-11-21.csv')
  expect(attachmentName('attachment; filename=plain.csv')).toBe('plain.csv')
  expect(attachmentName(`attachment; filename="a.csv"; filename*=UTF-8''%zz`)).toBe('a.csv')
  expect(attachmentName('attachment')).toBeUndefined()
  expect(attachmentName(null)).toBeUndefined()
})
