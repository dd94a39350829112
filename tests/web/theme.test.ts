import { expect, test } from 'vitest'
import { cssVariables, theme } from '#web/ui/theme.ts'
import { sourceFiles, textOf } from '#tests/support/source-files.ts'

/** What pages stand on: Mantine's white, and the darkest but two of the theme. */
const BODY = { light: '#ffffff', dark: theme.colors?.dark?.[7] ?? '' }

/** WCAG 2.2, relative luminance and contrast of two #rrggbb. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each(['light', 'dark'] as const)('what is outlined in red is read at 4.5:1 in the %s', (scheme) => {
  const variables: Readonly<Record<string, string>> = cssVariables({} as never)[scheme]
  for (const name of ['--mantine-color-red-outline', '--mantine-color-error'])
    expect(contrast(variables[name] ?? '', BODY[scheme]), name).toBeGreaterThanOrEqual(4.5)
})

test('nothing is outlined in a shade of its own, which is the same in the dark', () => {
  const outlined = sourceFiles
    .filter((file) => /^web\/.*\.tsx$/.test(file))
    .filter((file) =>
      /variant(=|: )['"]outline['"][^>}]*color(=|: )['"]\w+\.\d|color(=|: )['"]\w+\.\d['"][^>}]*variant(=|: )['"]outline/.test(
        textOf(file),
      ),
    )
  expect(outlined).toEqual([])
})
