import type { SeededReviewRow } from '#server/db/tables.ts';

/** Returns a review. The author's first name is also the name of the picture in public/avatars. */
const review = (name: string, memberType: string, viewContext: string): Omit<SeededReviewRow, 'id'> => ({
  member_type: memberType,
  view_context: viewContext,
  image: `/avatars/${name.toLowerCase().split(' ')[0]}.webp`,
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@example.org`,
});

export const sampleReviews = [
  review(
    'Nusrat Jahan',
    'Regular donor',
    'I was nervous the first time and told the nurse so. She talked with me about mangoes until it was over. That was eleven donations ago.',
  ),
  review(
    'Tanvir Hasan',
    'First-time donor',
    'I made my appointment on the bus on my way home, gave blood on Saturday, and was back at the cricket ground by noon. The tea is better than at my office.',
  ),
  review(
    'Maria Lopes',
    'Recipient',
    'After my daughter was born I needed four bags in one night. I will never meet the four people. I think of them on each of her birthdays.',
  ),
  review(
    'Abdul Karim',
    'Donor for 30 years',
    'When I began we kept a list of names on paper by the telephone. Now my grandson makes my appointments. The bandage is still the same.',
  ),
  review(
    'Grace Achieng',
    'Volunteer',
    'I pour the juice and hold hands. Some people come in pale and go out singing. It is the best Friday of my month.',
  ),
  review(
    'Shirin Akter',
    'Regular donor',
    'My group is O negative, so they call me now and then. They always ask first how I am, and it is always fine to say no.',
  ),
  review(
    'Daniel Byrne',
    'First-time donor',
    'They sent me home because my iron was low, and explained what to eat. I came back in spring and it worked. No fuss, no pressure.',
  ),
  review(
    'Rokeya Begum',
    'Mother of a recipient',
    'My son has thalassemia and needs blood every three weeks. Somebody got up early for each bag. Thank you.',
  ),
];
