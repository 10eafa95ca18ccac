import { Anchor, type AnchorProps, NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Links to pages of the dashboard; their addresses are checked by the compiler. */
export const TextLink = createLink((props: AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
));

export const NavigationLink = createLink(
  (props: NavLinkProps & Omit<ComponentProps<'a'>, keyof NavLinkProps>) => <NavLink {...props} />,
);
