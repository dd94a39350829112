/** What people call that which a read model of patients shows. */
export const careShows = {
  patient: 'patients',
  patient_place: 'counts of patients',
}
