/** A pilot hospital of the programme (spec, constants.tsv). Bank details are plausible and invented. */
export type PilotHospital = {
  readonly code: string
  readonly name: string
  readonly type: 'Federal' | 'State'
  readonly address: string
  readonly state: string
  readonly capId: string
  readonly bankName: string
  readonly bankAccountNumber: string
  readonly bankSortCode: string
}

/** The six pilot hospitals, the first of which the demo's hospital people belong to. */
export const PILOT_HOSPITALS: readonly PilotHospital[] = [
  {
    code: 'ABUTH',
    name: 'Ahmadu Bello University Teaching Hospital, Zaria',
    type: 'Federal',
    address: 'Zaria-Kaduna Road, Shika, Zaria, Kaduna State',
    state: 'Kaduna',
    capId: 'CAP-ABUTH',
    bankName: 'First Bank of Nigeria',
    bankAccountNumber: '2003417765',
    bankSortCode: '011080016',
  },
  {
    code: 'FTHG',
    name: 'Federal Teaching Hospital, Gombe',
    type: 'Federal',
    address: 'Ashaka Road, Gombe, Gombe State',
    state: 'Gombe',
    capId: 'CAP-FTHG',
    bankName: 'Zenith Bank',
    bankAccountNumber: '1014482093',
    bankSortCode: '057120013',
  },
  {
    code: 'NHA',
    name: 'National Hospital, Abuja',
    type: 'Federal',
    address: 'Plot 132, Central District (Phase II), Garki, Abuja',
    state: 'Federal Capital Territory',
    capId: 'CAP-NHA',
    bankName: 'United Bank for Africa',
    bankAccountNumber: '1009930827',
    bankSortCode: '033080219',
  },
  {
    code: 'UBTH',
    name: 'University of Benin Teaching Hospital, Benin City',
    type: 'Federal',
    address: 'Ugbowo-Lagos Road, Ugbowo, Benin City, Edo State',
    state: 'Edo',
    capId: 'CAP-UBTH',
    bankName: 'Access Bank',
    bankAccountNumber: '0091174438',
    bankSortCode: '044050131',
  },
  {
    code: 'UCH',
    name: 'University College Hospital, Ibadan',
    type: 'Federal',
    address: 'Queen Elizabeth II Road, Agodi, Ibadan, Oyo State',
    state: 'Oyo',
    capId: 'CAP-UCH',
    bankName: 'Wema Bank',
    bankAccountNumber: '0122067715',
    bankSortCode: '035190127',
  },
  {
    code: 'UNTH',
    name: 'University of Nigeria Teaching Hospital, Ituku-Ozalla',
    type: 'Federal',
    address: 'Enugu-Port Harcourt Expressway, Ituku-Ozalla, Enugu State',
    state: 'Enugu',
    capId: 'CAP-UNTH',
    bankName: 'Fidelity Bank',
    bankAccountNumber: '4010083356',
    bankSortCode: '070080003',
  },
]
