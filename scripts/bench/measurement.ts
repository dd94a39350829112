/** How a measurement is run: `quick` shows within seconds that it works, and its figures count for nothing. */
export type BenchOptions = {
  readonly quick: boolean
  /** How large the large table of the grid is; ten million when left out. */
  readonly rows: number | undefined
  readonly say: (line: string) => void
}

/** A target of the work order, with what was measured. */
export type Goal = { readonly what: string; readonly measured: string; readonly isMet: boolean }

/** What a measurement gives: a section of the page of benchmarks. */
export type Findings = {
  readonly goals: readonly Goal[]
  /** Markdown: the table, and in words what was compared with what. */
  readonly body: string
}

export type Measurement = {
  /** For `--only`, and the name of its section. */
  readonly name: string
  readonly title: string
  readonly run: (options: BenchOptions) => Promise<Findings>
}

/** A table in Markdown. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  )
}

/** `12,345`. */
export const whole = (figure: number): string => Math.round(figure).toLocaleString('en')
