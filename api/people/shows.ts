/** What people call that which a read model of people, what they may do and the menu shows. */
export const peopleShows = {
  hospital_staff: 'counts of staff',
  menu_item: 'the menu',
  role: 'roles',
  setting: 'site settings',
  staff_name: 'names of staff',
  user_account: 'people and their roles',
}
