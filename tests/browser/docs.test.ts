import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { launchBrowser, visit } from './kit.ts'

let app: TestApp
let browser: Browser
let url: string
beforeAll(async () => {
  app = await startTestApp()
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await app.end()
})

test('the API’s documentation opens in a browser and names the operations', async () => {
  await visit(browser, 'docs', {}, async ({ page, problems }) => {
    await page.goto(`${url}/api/docs`)
    await page.getByRole('heading', { name: 'Cancer Health Fund' }).waitFor()
    await page.locator('[data-path="/api/login"]').waitFor()
    expect(await page.locator('.opblock').count()).toBeGreaterThan(30)
    expect(problems).toEqual([])
  })
})
