import pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomHistory } from '#tests/api/money/ledger/random-history.ts'
import { personOf } from '#tests/support/demo-app.ts'
import { axeProblems, keepPicture, sidewaysScroll } from '#tests/browser/kit.ts'
import { type Portal, startPortal } from '#tests/browser/portal.ts'

let portal: Portal
const patient = `patient:${personOf('PATIENT').userId}`
beforeAll(async () => {
  portal = await startPortal()
  await randomHistory(portal.demo, 11, 40)
})
afterAll(() => portal.end())

const balanceShown = (page: Page) => page.getByLabel('Balance at that moment').locator('strong').innerText()
/** Waits until the screen shows what a locator says it should. */
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('an auditor finds a wallet by name, replays it, moves the slider by keyboard, and proves it', async () => {
  await portal.as('AUDITOR', { name: 'wallet-replay' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/ledger/wallets`)
    await page.getByLabel('Patient CHF ID or name, hospital, or pool').fill('ngozi')
    const wallets = page.getByRole('list', { name: 'Wallets' }).getByRole('link')
    await page.getByRole('link', { name: /Ngozi Okonkwo/ }).waitFor()
    await expect.poll(() => wallets.count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')

    const slider = page.getByRole('slider', { name: 'Moment' })
    await slider.waitFor()
    const auditor = await portal.demo.as('AUDITOR')
    type Point = { position: number; balance: string }
    const { points } = (await auditor.get(`/api/ledger/accounts/${patient}/history`)).json<{
      data: { points: Point[] }
    }>().data
    const [last, before] = [points.at(-1), points.at(-2)]
    if (last === undefined || before === undefined) throw new Error('The wallet has too few movements')
    await expect.poll(() => balanceShown(page)).toBe(shown(last.balance))

    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => balanceShown(page)).toBe(shown(before.balance))
    await page.waitForURL(`**as_of=position%3A${before.position}`)
    await sees(page, `At log position ${before.position}`)
    await page.keyboard.press('Home')
    await expect.poll(() => balanceShown(page)).toBe(shown('0.00'))
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Before the first movement: NGN 0.00')
    await sees(page, 'No money had moved by then.')
    await page.keyboard.press('End')
    await expect.poll(() => balanceShown(page)).toBe(shown(last.balance))
    await page.waitForURL((url) => !url.search.includes('as_of'))

    await page.getByRole('button', { name: 'Prove' }).click()
    await sees(page, /^Proved up to log position \d+, recorded \d+-\d+-\d{4} \d\d:\d\d$/)
    expect(await axeProblems(page)).toEqual([])

    // What was proved of one moment is not shown at another; proved there, it is that moment.
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText(/^Proved/).waitFor({ state: 'detached' })
    await sees(page, `as it was at log position ${before.position}.`)
    await page.getByRole('button', { name: 'Prove' }).click()
    await sees(page, new RegExp(`^Proved as it was at log position ${before.position}, recorded `))
    await sees(page, 'Balance by the events')
    const proof = page.getByRole('status').filter({ hasText: 'Proved as it was' })
    expect((await proof.innerText()).replaceAll(/\s/g, '')).toContain(shown(before.balance).replaceAll(/\s/g, ''))
    expect(problems).toEqual([])
  })
})

test('the slider stands below what the chart marks, at every width and moment', async () => {
  await portal.as('AUDITOR', { name: 'replay-scale' }, async ({ page, quiet }) => {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 1_400 })
      await page.goto(`${portal.url}/ledger/wallets/${encodeURIComponent(patient)}`)
      const slider = page.getByRole('slider', { name: 'Moment' })
      await page.getByRole('figure', { name: 'Balance over time' }).locator('canvas').first().waitFor()
      await slider.focus()
      for (const key of ['Home', 'ArrowRight', 'PageUp', 'End']) {
        await page.keyboard.press(key)
        await quiet()
        await expect
          .poll(
            async () => {
              const [mark, thumb] = await markAndThumb(page)
              return mark === undefined || thumb === undefined ? 'not drawn' : Math.abs(mark - thumb) <= 1.5
            },
            { message: `${key} at ${width} px` },
          )
          .toBe(true)
      }
    }
  })
})

test('a moment that was asked for and answered late moves nobody back who has moved on', async () => {
  await portal.as('AUDITOR', { name: 'replay-late' }, async ({ page, quiet }) => {
    await page.goto(`${portal.url}/ledger/wallets/${encodeURIComponent(patient)}`)
    const slider = page.getByRole('slider', { name: 'Moment' })
    await slider.focus()
    await quiet()
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/as_of_position=/, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Home')
    await page.waitForURL(/as_of=position/)
    await page.keyboard.press('ArrowRight')
    answer()
    await sees(page, /After movement 1 of \d+/)
    await sees(page, /, after 1 movement$/)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^After movement 1 of/)
  })
})

/** Across the page, in pixels: the middle of the chart's mark, and of the slider's thumb; by their colours in a picture. */
async function markAndThumb(page: Page): Promise<readonly (number | undefined)[]> {
  const chart = page.getByRole('figure', { name: 'Balance over time' }).locator('canvas').first()
  return Promise.all([
    middleOf(page, chart, [184, 116, 26]),
    middleOf(page, page.getByRole('slider', { name: 'Moment' }), [29, 107, 66]),
  ])
}

/** The middle of all that is of one colour in an element, across the page. */
async function middleOf(page: Page, element: Locator, color: readonly number[]): Promise<number | undefined> {
  const box = await element.boundingBox()
  const picture = await page.screenshot({ clip: box ?? { x: 0, y: 0, width: 1, height: 1 } })
  const middle = await page.evaluate(
    async ([bytes, [red = 0, green = 0, blue = 0]]) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (paper === null) return undefined
      paper.drawImage(bitmap, 0, 0)
      const { data } = paper.getImageData(0, 0, bitmap.width, bitmap.height)
      const across: number[] = []
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
        if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 12) across.push((at / 4) % bitmap.width)
      }
      return across.length < 20 ? undefined : (Math.min(...across) + Math.max(...across) + 1) / 2
    },
    [[...picture], color] as const,
  )
  return middle === undefined ? undefined : (box?.x ?? 0) + middle
}

test('a movement opens its raw event, and that the event which asked for it', async () => {
  await portal.as('AUDITOR', { name: 'raw-event' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/ledger/wallets/${encodeURIComponent(patient)}`)
    const row = page.getByRole('region', { name: 'Movements' }).locator('[role=row][row-index="0"]')
    await row.getByText('Patient funding').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('HASH HOLDS').waitFor()
    await drawer.getByRole('button', { name: 'PatientFundingRequested' }).click()
    await drawer.getByText(/"reason": "Reason \d+"/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})

test('an amount changed behind the portal turns the proof red, at its position', async () => {
  await portal.as('AUDITOR', { name: 'proof-red', second: 2 }, async ({ page }) => {
    const client = new pg.Client(portal.demo.database.superuserUrl)
    await client.connect()
    const second = `patient:${personOf('PATIENT', 2).userId}`
    const { rows } = await client.query<{ position: string }>(
      'update posting set amount = amount + 1 where account = $1 and position = (select min(position) from posting where account = $1) returning position',
      [second],
    )
    try {
      await page.goto(`${portal.url}/ledger/wallets/${encodeURIComponent(second)}`)
      await page.getByRole('button', { name: 'Prove' }).click()
      await sees(page, `Does not hold: the first difference is at log position ${rows[0]?.position}`)
      await sees(page, 'ledger: amount')
      expect(await axeProblems(page)).toEqual([])
    } finally {
      await client.query('update posting set amount = amount - 1 where account = $1 and position = $2', [
        second,
        rows[0]?.position,
      ])
      await client.end()
    }
  })
})

test('the trial balance adds up to 0.00, now and as of a position, and leads to an account', async () => {
  await portal.as('AUDITOR', { name: 'trial-balance' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/ledger`)
    const balance = page.getByRole('region', { name: 'Trial balance' })
    await balance.getByText('In transit').waitFor()
    await page.getByRole('button', { name: 'Figures as at now' }).click()
    await page.getByText('Position', { exact: true }).click()
    await page.getByLabel('Log position').fill('1')
    await page.getByRole('button', { name: 'Show' }).click()
    await sees(page, "These are not today's figures.")
    await page.getByRole('button', { name: "Back to today's figures" }).click()
    await page.getByRole('region', { name: 'Accounts' }).getByText('Pool', { exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Pool' }).waitFor()
    expect(problems).toEqual([])
  })
})

test('an auditor sees the funds and can move none', async () => {
  await portal.as('AUDITOR', { name: 'funds-auditor' }, async ({ page }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await sees(page, 'Pool balance')
    for (const name of [/Credit the pool/, /^Allocate/, /Fund a patient/])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
  })
})

test('a fund administrator credits the pool, allocates it and funds a patient; each question names the amount', async () => {
  await portal.as('FUND_ADMIN', { name: 'funds' }, async ({ page, problems }) => {
    await page.goto(`${portal.url}/fmoh/finance-and-accounting/funds`)
    await page.getByRole('button', { name: 'Credit the pool' }).click()
    await page.getByRole('textbox', { name: 'Benefactor' }).fill('Savannah Telecoms Foundation')
    await page.getByLabel('Amount').fill('5000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await sees(page, /Credit NGN\s5,000,000\.00 from Savannah Telecoms Foundation to the pool\?/)
    await page.getByRole('button', { name: 'Credit pool' }).click()
    await sees(page, 'Pool has been credited')

    await page
      .getByRole('button', { name: /^Allocate to / })
      .nth(1)
      .click()
    await page.getByLabel('Amount').fill('999999999')
    await page.getByRole('button', { name: 'Continue' }).click()
    // Refused before the question; and in the question Cancel ends it all.
    await sees(page, "This is above the pool's balance")
    expect(await page.getByRole('button', { name: 'Allocate', exact: true }).count()).toBe(0)
    expect(await axeProblems(page)).toEqual([])
    await page.getByLabel('Amount').fill('1')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allocate', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Fund a patient' }).click()
    const { chf_id } = (await (await portal.demo.as('FUND_ADMIN')).get(`/api/patients/${patient.slice(8)}/fund`)).json<{
      data: { chf_id: string }
    }>().data
    await page.getByRole('button', { name: 'Continue' }).click()
    await sees(page, 'A patient is required')
    await page.getByLabel('Patient CHF ID').last().fill(chf_id)
    await page.keyboard.press('Enter')
    await sees(page, `Ngozi Okonkwo (${chf_id})`)
    await page.getByLabel('Amount').fill('999999999999')
    await page.getByRole('button', { name: 'Continue' }).click()
    await sees(page, /^Above the hospital's allocation balance of NGN/)
    await page.getByLabel('Amount').fill('1500.50')
    await page.getByRole('button', { name: 'Continue' }).click()
    await sees(page, /Move NGN\s1,500\.50 from the allocation of .+ to the wallet of Ngozi Okonkwo/)
    await page.getByRole('button', { name: 'Fund patient' }).click()
    await sees(page, `The wallet of ${chf_id} has been credited`)
    await page.getByRole('region', { name: 'Movements of funds' }).getByText('1,500.50').first().waitFor()
    expect(problems.filter((text) => !text.includes('422'))).toEqual([])
  })
})

const SCREENS = [
  ['funds', '/fmoh/finance-and-accounting/funds', 'Movements of funds'],
  ['ledger', '/ledger', 'Accounts'],
  ['wallets', '/ledger/wallets', undefined],
  ['replay', `/ledger/wallets/${encodeURIComponent(patient)}`, 'Movements'],
] as const

test.each(['light', 'dark'] as const)('the screens pass axe in %s and never scroll sideways', async (colorScheme) => {
  await portal.as(
    'AUDITOR',
    { name: `ledger-${colorScheme}`, options: { colorScheme } },
    async ({ page, problems, quiet }) => {
      for (const [name, path, grid] of SCREENS) {
        // Loaded once, on the phone; a window that grows is drawn again.
        const address = `${portal.url}${path}`
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          if (page.url() !== address) await page.goto(address)
          await page.getByRole('heading', { level: 1 }).waitFor()
          if (grid !== undefined)
            await page
              .getByRole('region', { name: grid })
              // On a phone a row is a card.
              .locator('[role=row][row-index="0"], [role=table] [role=row] [role=cell]')
              .first()
              .waitFor()
          await quiet()
          await keepPicture(page, `${name}-${colorScheme}-${width}`)
          await expect.poll(() => sidewaysScroll(page), { message: `${name} at ${width}` }).toBe(0)
          if (width !== 768) expect(await axeProblems(page), `${name} at ${width}`).toEqual([])
        }
      }
      expect(problems).toEqual([])
    },
  )
})

/** Naira of the API as the screens show it. */
function shown(naira: string): string {
  return `NGN\u00a0${naira.replace(/\B(?=(\d{3})+(?!\d)\.)/g, ',')}`
}
