import fc from 'fast-check'
import { expect, test } from 'vitest'
import { category, type CategoryCommand, DRUG_CATEGORY } from '#domain/catalogue/category/category.ts'
import type { CategoryEvent } from '#domain/catalogue/category/events.ts'
import { AT, command } from '#tests/support/command.ts'
import { describeDeciderProperties } from '#tests/support/decider-properties.ts'
import { given } from '#tests/support/given.ts'

const drugs = { categoryId: DRUG_CATEGORY, name: 'Drugs', code: 'DRUG' }
const added: CategoryEvent = { type: 'CategoryAdded', data: { ...drugs, by: 'user-1', at: AT } }

test('a category is added once', () => {
  given(category).when(command('AddCategory', drugs)).then(added)
  given(category, added).when(command('AddCategory', drugs)).thenNothing()
  given(category, added)
    .when(command('AddCategory', { ...drugs, name: 'Other' }))
    .thenRefused('category_already_added')
})

test('a category is renamed, under a code of at most five characters', () => {
  const renamed = { ...drugs, name: 'Medicines', code: 'MED' }
  given(category, added)
    .when(command('RenameCategory', renamed))
    .then({ type: 'CategoryRenamed', data: { ...renamed, by: 'user-1', at: AT } })
  given(category, added)
    .when(command('RenameCategory', { ...renamed, code: 'MEDICS' }))
    .thenRefused('category_code_too_long')
  given(category).when(command('RenameCategory', renamed)).thenRefused('category_unknown')
})

const anyCommand: fc.Arbitrary<CategoryCommand> = fc
  .record({
    type: fc.constantFrom('AddCategory' as const, 'RenameCategory' as const),
    name: fc.constantFrom('Drugs', 'Scans'),
    code: fc.string({ maxLength: 7 }),
  })
  .map(({ type, name, code }) => command(type, { categoryId: DRUG_CATEGORY, name, code }))
describeDeciderProperties(category, anyCommand, (state, history) => {
  if (state.status !== 'none') expect(state.code).toMatch(/^\S{1,5}$/)
  expect(history.filter(({ type }) => type === 'CategoryAdded').length).toBe(Math.min(history.length, 1))
})
