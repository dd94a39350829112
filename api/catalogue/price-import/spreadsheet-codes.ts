const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?$/i
const two = (number: number) => String(number).padStart(2, '0')

/** What a spreadsheet may have made of a code as it opened and saved a file: 12 of 00012, 1.00E+05 of 1E5, 1-Mar of MAR1. */
export const spreadsheetForms = (code: string): readonly string[] =>
  [...numberForms(code), ...dateForms(code)].filter((form) => form.toUpperCase() !== code.toUpperCase())

function numberForms(code: string): readonly string[] {
  if (!NUMBER.test(code)) return []
  const value = Number(code)
  return [String(value), ...[0, 1, 2].map((digits) => scientific(value, digits))]
}

/** 1.00E+05. */
const scientific = (value: number, digits: number) =>
  value
    .toExponential(digits)
    .toUpperCase()
    .replace(/E([+-])(\d)$/, 'E$10$2')

function dateForms(code: string): readonly string[] {
  const [, letters = '', number = ''] = /^([A-Z]{3,4})[-/. ]?(\d{1,2})$/i.exec(code) ?? []
  const [, first = '', word = ''] = /^(\d{1,2})[-/. ]?([A-Z]{3,4})$/i.exec(code) ?? []
  const [, one = '', other = ''] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(code) ?? []
  return [
    ...ofMonth(monthNamed(letters || word), Number(number || first)),
    ...(one === ''
      ? []
      : [...ofMonth(MONTHS[Number(other) - 1], Number(one)), ...ofMonth(MONTHS[Number(one) - 1], Number(other))]),
  ]
}

/** A short month, or one of four letters that spreadsheets know: JUNE, JULY, SEPT. */
const monthNamed = (letters: string) =>
  MONTHS.find((month) =>
    [month, `${month}e`, `${month}y`, `${month}t`].some((one) => one.toUpperCase() === letters.toUpperCase()),
  )

function ofMonth(month: string | undefined, number: number): readonly string[] {
  return month === undefined ? [] : [`${number}-${month}`, `${two(number)}-${month}`, `${month}-${two(number)}`]
}

/** What nobody types as a code, and spreadsheets make of one. */
const MADE = /^(\d(\.\d+)?E\+\d+|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{2})$/

/** The codes that there are, by what a spreadsheet may have made of them (in capitals). */
export function codesBySpreadsheetForm(codes: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...codes]
  const forms = new Map(all.flatMap((code) => spreadsheetForms(code).map((form) => [form.toUpperCase(), code])))
  for (const code of all) forms.delete(code.toUpperCase())
  return forms
}

/** That a spreadsheet has changed a code, in words; undefined of one that stands as somebody wrote it. */
export function changedBySpreadsheet(text: string, forms: ReadonlyMap<string, string>): string | undefined {
  const code = forms.get(text.toUpperCase())
  if (code === undefined && !MADE.test(text)) return undefined
  const likely = code === undefined ? '' : ` It was ${code}.`
  return `A spreadsheet has changed the code to ${text}.${likely} Format the column as text and write the code again`
}
