/** What all requests share: faults as answers, the home page, health. */
@NullMarked
package org.quire.api.web;

import org.jspecify.annotations.NullMarked;
