import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeProblems, sidewaysScroll } from '#tests/browser/kit.ts'

/** A document to attach. */
export const PDF = {
  name: 'histology report.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
}

/** Nothing sticks out, axe finds nothing, and the page has said nothing wrong. */
export async function isFine(page: Page, problems: readonly string[]): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  expect(problems).toEqual([])
}

/** Finds the demo's patient and selects them. */
export async function choosePatient(page: Page, search: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Patient' }).fill(search)
  await page.getByRole('button', { name: 'Find patient' }).click()
  await page.getByRole('button', { name: 'Select Ngozi Okonkwo' }).click()
  await page.getByRole('heading', { level: 2, name: 'Ngozi Okonkwo' }).waitFor()
}

/** Some first visits onto the bill. */
export async function addService(page: Page, quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Service' }).fill('first visit')
  await page.getByRole('option', { name: /Oncology consultation, first visit/ }).click()
  await page.getByLabel('Quantity', { exact: true }).fill(quantity)
  await page.getByRole('button', { name: 'Add service' }).click()
}
