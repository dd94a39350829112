import { expect, test } from 'vitest'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

/** Dialogs that confirm nothing, or whose form has its end. */
const WITHOUT = [
  'web/features/catalogue/services/prices-dialog.tsx',
  'web/features/money/disputes/services-dialog.tsx',
  'web/shell/mismatch-dialog.tsx',
  'web/shell/search-dialog.tsx',
]

test('every dialog has its buttons at its lower edge, in view', () => {
  const dialogs = sourceFiles.filter((file) => file.startsWith('web/') && /<Dialog\s/.test(textOf(file)))
  expect(dialogs.length).toBeGreaterThan(10)
  const lost = dialogs.filter((file) => !/<(DialogEnd|FormEnd)\b/.test(textOf(file)))
  expect(lost.toSorted()).toEqual(WITHOUT)
})
