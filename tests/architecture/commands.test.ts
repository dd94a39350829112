import { expect, test } from 'vitest'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

// What reads its own body and answers with an address, an order at the product service, and looks at what would be done.
const BY_HAND = [
  'api/documents/upload-document.ts',
  'api/money/billing/order-products.ts',
  'api/money/invoices/preview-invoice-acts.ts',
  'api/money/payments/preview-steps.ts',
  'api/people/session/sign-in-as.ts',
]

test('an endpoint that handles a command is told as a command route', () => {
  const withCommands = sourceFiles.filter(
    (file) => file.startsWith('api/') && /\bcommandFrom\(|\bcompleteBill\(/.test(textOf(file)),
  )
  const byHand = withCommands.filter((file) => /\bapp\.route\(\{/.test(textOf(file)))
  expect(byHand.toSorted()).toEqual(BY_HAND)
  expect(withCommands.filter((file) => textOf(file).includes('commandRoute(')).length).toBeGreaterThan(6)
})
