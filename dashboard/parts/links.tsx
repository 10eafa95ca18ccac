import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Links to pages of the dashboard; their addresses are checked by the compiler. */
export const TextLink = createLink((props: AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
));

export const NavigationLink = createLink(
  (props: NavLinkProps & Omit<ComponentProps<'a'>, keyof NavLinkProps>) => <NavLink {...props} />,
);

export const ButtonLink = createLink((props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
