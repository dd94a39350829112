import { formatNaira } from '#domain/kernel/money.ts'

/** Kobo as the API writes naira: `1250000.00`. */
export const koboText = (amount: number): string => formatNaira(amount).replaceAll(',', '')
