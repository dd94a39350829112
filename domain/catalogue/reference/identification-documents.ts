/** A document by which a person is identified; ids are stable for ever, as registrations name them. */
export type IdentificationDocument = { readonly id: string; readonly identification_type: string }

/** What Nigerians are identified by, as banks and the electoral commission take it; the commonest first. */
const TYPES = [
  'National identification number (NIN)',
  "Voter's card",
  'International passport',
  "Driver's licence",
  'NHIS card',
]

export const IDENTIFICATION_DOCUMENTS: readonly IdentificationDocument[] = TYPES.map((identification_type, index) => ({
  id: String(index + 1),
  identification_type,
}))
