// Paths of line icons, drawn for this project in a box of 24 by 24 units. Every page loads those in icon.tsx.
export const calendarIcon =
  'M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 10.5h16M8.5 3.5v4M15.5 3.5v4';
export const peopleIcon =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.8a3.3 3.3 0 0 1 0 6.4M18.5 14.6c1.9.9 3 2.8 3 5.4';
export const personIcon =
  'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4 3.3-6.5 7.5-6.5s7.5 2.5 7.5 6.5';
export const heartIcon = 'M12 20.5C6 16 3 12.7 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 3.7-3 7-9 11.5z';
export const photoIcon =
  'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 17l5-5 4 4 3-3 5 4.5M15.5 9.5h.01';
export const dropIcon = 'M12 3c3.7 4.6 6 7.7 6 11a6 6 0 0 1-12 0c0-3.3 2.3-6.4 6-11z';
export const clockIcon = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2';
export const placeIcon =
  'M12 21c4.5-4.4 7-7.9 7-11a7 7 0 1 0-14 0c0 3.1 2.5 6.6 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z';
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5';
export const cardIcon =
  'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 10h18M7 14.5h4';
export const uploadIcon = 'M12 16V5M7.5 9L12 4.5 16.5 9M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3';
export const returnIcon = 'M8.5 5L4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9';
export const helpIcon =
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.8h.01';
