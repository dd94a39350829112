/** The last `count` months (YYYY-MM) up to that of a day (YYYY-MM-DD), oldest first. */
export function monthsBack(day: string, count: number): readonly string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const last = year * 12 + month - 1
  return Array.from({ length: count }, (_, index) => {
    const at = last - count + 1 + index
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}
