/** The six hospitals that the programme began with in 2021 (back-office.md, 1). */
export const pilotHospitals = [
  { short: 'ABUTH', name: 'Ahmadu Bello University Teaching Hospital, Zaria' },
  { short: 'FTHG', name: 'Federal Teaching Hospital, Gombe' },
  { short: 'NHA', name: 'National Hospital, Abuja' },
  { short: 'UBTH', name: 'University of Benin Teaching Hospital, Benin City' },
  { short: 'UCH', name: 'University College Hospital, Ibadan' },
  { short: 'UNTH', name: 'University of Nigeria Teaching Hospital, Ituku-Ozalla' },
] as const
