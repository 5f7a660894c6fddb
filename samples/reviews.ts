/** An opinion on a new site; `image` is served from public/. */
type SampleReview = { memberType: string; viewContext: string; image: string; name: string; email: string };

export const sampleReviews: SampleReview[] = [
  {
    memberType: 'Regular donor',
    viewContext:
      'I was nervous the first time and told the nurse so. She talked with me about mangoes until it was over. That was eleven donations ago.',
    image: '/avatars/nusrat.webp',
    name: 'Nusrat Jahan',
    email: 'nusrat.jahan@example.org',
  },
  {
    memberType: 'First-time donor',
    viewContext:
      'Booked on the bus on my way home, gave on Saturday, was back at the cricket ground by noon. The tea is better than at my office.',
    image: '/avatars/tanvir.webp',
    name: 'Tanvir Hasan',
    email: 'tanvir.hasan@example.org',
  },
  {
    memberType: 'Recipient',
    viewContext:
      'After my daughter was born I needed four bags in one night. I will never meet the four people. I think of them on each of her birthdays.',
    image: '/avatars/maria.webp',
    name: 'Maria Lopes',
    email: 'maria.lopes@example.org',
  },
  {
    memberType: 'Donor for 30 years',
    viewContext:
      'When I began we kept a list of names on paper by the telephone. Now my grandson makes my appointments. The plaster is still the same.',
    image: '/avatars/abdul.webp',
    name: 'Abdul Karim',
    email: 'abdul.karim@example.org',
  },
  {
    memberType: 'Volunteer',
    viewContext:
      'I pour the juice and hold hands. Some people come in pale and go out singing. It is the best Friday of my month.',
    image: '/avatars/grace.webp',
    name: 'Grace Achieng',
    email: 'grace.achieng@example.org',
  },
  {
    memberType: 'Regular donor',
    viewContext:
      'My group is O negative, so they call me now and then. They always ask first how I am, and it is always fine to say no.',
    image: '/avatars/shirin.webp',
    name: 'Shirin Akter',
    email: 'shirin.akter@example.org',
  },
  {
    memberType: 'First-time donor',
    viewContext:
      'They sent me home because my iron was low, and explained what to eat. I came back in spring and it worked. No fuss, no pressure.',
    image: '/avatars/daniel.webp',
    name: 'Daniel Byrne',
    email: 'daniel.byrne@example.org',
  },
  {
    memberType: 'Mother of a recipient',
    viewContext:
      'My son has thalassaemia and needs blood every three weeks. Behind each bag stands somebody who got up early for him. Thank you.',
    image: '/avatars/rokeya.webp',
    name: 'Rokeya Begum',
    email: 'rokeya.begum@example.org',
  },
];
