/**
 * Nigeria's public holidays of 2025 and 2026, with which an installation begins. Those of the moon are as the government
 * declared them, in 2026 as they are expected: administrators correct them when they are declared.
 */
export const STARTING_HOLIDAYS: readonly { readonly day: string; readonly name: string }[] = [
  { day: '2025-01-01', name: "New Year's Day" },
  { day: '2025-03-31', name: 'Eid-el-Fitr' },
  { day: '2025-04-01', name: 'Eid-el-Fitr' },
  { day: '2025-04-18', name: 'Good Friday' },
  { day: '2025-04-21', name: 'Easter Monday' },
  { day: '2025-05-01', name: "Workers' Day" },
  { day: '2025-06-06', name: 'Eid-el-Kabir' },
  { day: '2025-06-09', name: 'Eid-el-Kabir' },
  { day: '2025-06-12', name: 'Democracy Day' },
  { day: '2025-09-05', name: 'Eid-el-Maulud' },
  { day: '2025-10-01', name: 'Independence Day' },
  { day: '2025-12-25', name: 'Christmas Day' },
  { day: '2025-12-26', name: 'Boxing Day' },
  { day: '2026-01-01', name: "New Year's Day" },
  { day: '2026-03-20', name: 'Eid-el-Fitr' },
  { day: '2026-03-23', name: 'Eid-el-Fitr' },
  { day: '2026-04-03', name: 'Good Friday' },
  { day: '2026-04-06', name: 'Easter Monday' },
  { day: '2026-05-01', name: "Workers' Day" },
  { day: '2026-05-27', name: 'Eid-el-Kabir' },
  { day: '2026-05-28', name: 'Eid-el-Kabir' },
  { day: '2026-06-12', name: 'Democracy Day' },
  { day: '2026-08-26', name: 'Eid-el-Maulud' },
  { day: '2026-10-01', name: 'Independence Day' },
  { day: '2026-12-25', name: 'Christmas Day' },
  { day: '2026-12-26', name: 'Boxing Day' },
]
