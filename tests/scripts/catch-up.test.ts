import { expect, test } from 'vitest'
import { linesAbout } from '#scripts/start/catch-up.ts'

test('what a start waits for is one line, however many read models it is; what has stopped is another', () => {
  const names = Array.from({ length: 34 }, (_, nth) => `model_${nth}`)
  expect(linesAbout(names.map((name) => ({ name, why: 'late' })))).toEqual([
    'Still filling 34 read models: some screens show older figures until then',
  ])
  expect(
    linesAbout([
      { name: 'coe', why: 'late' },
      { name: 'patient', why: 'building' },
      { name: 'service', why: 'stopped' },
    ]),
  ).toEqual([
    'Still filling the read models coe, patient: some screens show older figures until then',
    'Stopped filling the read model service: /api/health says why',
  ])
  expect(linesAbout([])).toEqual([])
})
